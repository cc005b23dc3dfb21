import * as z from 'zod/mini'
import { count, decimal, flag, list, maybe, priceSteps, requiredText, text, textNotNullWord } from './tolerant'

/** service-interface, Price amount object. All decimal strings as given; `amountForAction` means something for upgrade and downgrade only (D56). */
const amount = z.object({
  origin: decimal,
  amountForAction: decimal,
  ...priceSteps,
})

const productLine = z.object({
  productHashKey: text,
  code: text,
  isTrial: flag,
  action: text, // D49
  subscriptionId: text,
  quantity: count, // D50
  precheckAutocharge: maybe(z.object({ isPrechecked: flag, isShown: flag })),
  amount: maybe(amount),
  dailyAmount: maybe(amount),
  weeklyAmount: maybe(amount),
  monthlyAmount: maybe(amount),
})

const totalAmount = z.object({
  origin: decimal,
  discountsAndCoupons: decimal,
  amountWithDiscountsAndCoupons: decimal,
  taxPercent: decimal,
  tax: decimal,
  amountWithDiscountsAndCouponsAndTax: decimal,
})

export const tax = maybe(z.object({ type: textNotNullWord, country: textNotNullWord })) // D54

export const chargeMethod = z.object({ paymentMethodType: text, paymentMethodIdentifier: text, chargeMethodId: text })

const catalogueProduct = z.object({
  id: text,
  code: text,
  name: text,
  nameByLocale: text, // D57: readable where `name` may not be
  durationDays: count,
  /** Of a trial, which is shorter than the product's own term (service-facts 2.18); not in every answer. */
  currentDurationDays: z.optional(count),
  durationWeeks: count,
  durationMonths: count,
  isActive: flag, // D47
  availableForPurchase: flag,
  availableForShop: flag,
  availableForControlPanel: flag,
  availableForAutocharge: flag,
})

/** Prices of bundles (service-interface, Price result). `totalAmount` need not be the sum of its lines (D58): shown as given. */
export const priceResult = z.object({
  currency: text,
  tax,
  chargeMethods: list(chargeMethod),
  bundles: z.array(z.object({ bundleHashKey: requiredText, totalAmount: maybe(totalAmount), products: list(productLine) })),
  products: list(catalogueProduct),
})

export type PriceResult = z.output<typeof priceResult>
