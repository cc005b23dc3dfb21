import { randomInt } from 'node:crypto'
import Big from 'big.js'
import type { Product } from '../catalogue/products'
import { type Currency, inDollars, written, writtenPercent } from '../money'
import { priceSteps, type Terms } from '../prices/price-amount'
import type { BillingInfo, Charge, Order, OrderProduct, PaymentMethod } from '../records'
import { withoutZone } from '../time'

/** One attempt to take the money of an order. */
export type Attempt = {
  chargeId: string
  at: Date
  status: string
  billingInfo?: BillingInfo | null
  paymentMethod: PaymentMethod
  provider: string | null
  mid: string | null
  descriptor: string | null
  target?: string
  providerTransaction?: string | null
  has3ds?: boolean
  code?: string
}

export type Sale = {
  orderId: string
  at: Date
  product: Product
  currency: Currency
  type: string
  actionType?: string
  terms?: Terms
  isTrial?: boolean
  attempts: Attempt[]
}

export const fullPrice: Terms = { discountPercent: '0', couponPercent: '0', taxPercent: '0' }

/** An order of one product as charge history shows it (service-interface, Charge history; example 6.1). */
export function newOrder({
  orderId,
  at,
  product,
  currency,
  type,
  actionType = 'initial',
  terms = fullPrice,
  isTrial = false,
  attempts,
}: Sale): Order {
  const steps = priceSteps(new Big(product.prices[currency]), terms, currency)
  const total = steps.amountWithDiscountAndCouponAndTax
  const text = (amount: Big) => written(amount, currency)
  const shared = {
    amountWithDiscount: text(steps.amountWithDiscount),
    amountWithDiscountAndCoupon: text(steps.amountWithDiscountAndCoupon),
    amountWithDiscountAndCouponAndTax: text(total),
    origin: text(steps.origin),
    discount: text(steps.discount),
    coupon: text(steps.coupon),
    tax: text(steps.tax),
  }
  const originAmountWithTax = steps.origin.plus(steps.origin.times(terms.taxPercent).div(100))
  return {
    orderId,
    createdAt: withoutZone(at),
    charges: attempts.map((attempt) => chargeOf(attempt, text(total), inDollars(total, currency))),
    products: [
      {
        ...describe(product),
        isTrial,
        actionType,
        prices: {
          ...shared,
          originAmountWithTax: text(originAmountWithTax),
          discountPercent: writtenPercent(new Big(terms.discountPercent)),
          couponPercent: writtenPercent(new Big(terms.couponPercent)),
          couponCode: terms.couponCode ?? null,
          taxPercent: writtenPercent(new Big(terms.taxPercent)),
          totalUsd: inDollars(total, currency),
        },
      },
    ],
    totalPrices: { ...shared, amountWithDiscountAndCouponAndTaxInUsd: inDollars(total, currency) },
    type,
    currency,
    subbrand: null,
  }
}

const chargeOf = (
  { at, target = 'original', providerTransaction = null, has3ds = false, ...attempt }: Attempt,
  amount: string,
  amountInUsd: string,
): Charge => ({
  ...attempt,
  createdAt: withoutZone(at),
  target,
  providerTransaction,
  has3ds,
  amount,
  amountInUsd,
})

const describe = (product: Product): Omit<OrderProduct, 'actionType' | 'isTrial' | 'prices'> => ({
  id: product.id,
  code: product.code,
  name: product.name,
  durationDays: String(product.durationDays),
  durationWeeks: String(product.durationWeeks),
  durationMonths: String(product.durationMonths),
  availableForPurchase: true,
  availableForShop: product.availableForShop,
  availableForControlPanel: true,
  availableForAutocharge: true,
  quantity: '1',
})

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Eight letters and digits (service-facts 2.11). */
export const newOrderId = (): string => Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
