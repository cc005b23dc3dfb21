import Big from 'big.js'
import { usableCoupon } from '../catalogue/coupons'
import { type Product, productByCode, productById } from '../catalogue/products'
import { businessRefusal, invalid, notFound } from '../errors'
import type { Currency } from '../money'
import type { Buyer } from '../records'
import { subscriptionOf, type World } from '../world'
import type { LineRequest } from './bundle-request'
import { payablePart } from './payable'
import { priceAmount, priceSteps, type Steps, type Terms } from './price-amount'

export type PriceSetting = { world: World; buyer: Buyer; currency: Currency; taxPercent: string; isMobile: boolean }

/** A priced product line: what the answer shows of it, and the exact steps its bundle's total is made of. */
export type PricedLine = { product: Product; steps: Steps; shown: Record<string, unknown> }

/** Prices one line (service-interface, Product line; service-facts 2.12 and 2.18). */
export function priceLine(line: LineRequest, setting: PriceSetting): PricedLine {
  const { world, buyer, currency, taxPercent, isMobile } = setting
  const product = requestedProduct(buyer, line)
  const coupon =
    line.couponCode === null
      ? undefined
      : usableCoupon(line.couponCode, { product, currency, daysSinceStart: world.daysSinceStart })
  if (line.couponCode !== null && !coupon) {
    throw invalid([{ field: 'coupon', title: 'The coupon is not valid.', values: { couponCode: line.couponCode } }])
  }
  const terms: Terms = {
    discountPercent: line.discountPercent,
    couponPercent: coupon?.percent ?? '0',
    couponCode: coupon?.code,
    taxPercent,
  }
  const listPrice = new Big(product.prices[currency]).times(line.quantity)
  const steps = priceSteps(listPrice, terms, currency)
  const per = (parts: number) => priceAmount(priceSteps(listPrice.div(parts), terms, currency), new Big(0), terms, currency)
  const isPurchase = line.action === 'purchase'
  return {
    product,
    steps,
    shown: {
      productHashKey: line.productHashKey,
      code: product.code,
      isTrial: coupon?.trialDays !== undefined,
      action: line.action,
      ...(isPurchase ? { quantity: line.quantity } : { subscriptionId: line.subscriptionId }),
      precheckAutocharge: { isPrechecked: isPurchase && !isMobile, isShown: isPurchase },
      amount: priceAmount(steps, amountForAction(line, steps, product, setting), terms, currency),
      ...(line.daily ? { dailyAmount: per(product.durationDays) } : {}),
      ...(line.weekly ? { weeklyAmount: per(product.durationWeeks) } : {}),
      ...(line.monthly ? { mounthlyAmount: per(product.durationMonths) } : {}), // spelled so by the service
    },
  }
}

/** Rule 5 of endpoint 9. */
function requestedProduct(buyer: Buyer, line: LineRequest): Product {
  const product = productByCode(buyer.merchantCode, line.productCode)
  if (!product?.isActive) throw notFound('Products not found')
  return product
}

/** Nothing for a purchase, the whole price for a renewal (as example 6.2 shows it, against D56), else the payable part. */
function amountForAction(line: LineRequest, steps: Steps, product: Product, { world, buyer, currency }: PriceSetting): Big {
  if (line.subscriptionId === null) return new Big(0)
  const subscription = subscriptionOf(buyer, line.subscriptionId)
  const current = productById(buyer.merchantCode, subscription.productId)
  if (!current || !leadsTo(line, current, product)) throw businessRefusal(`Product is not available for ${line.action}`)
  if (line.action === 'renew') return steps.amountWithDiscountAndCoupon
  if (subscription.currency !== currency) throw businessRefusal('Currency of the subscription is another one')
  return payablePart(steps.amountWithDiscountAndCoupon, subscription, current, world.now())
}

/** An upgrade goes to a higher plan of the same family, a downgrade to a lower one, a renewal stays; the direction is our reading. */
function leadsTo(line: LineRequest, current: Product, next: Product): boolean {
  if (current.family !== next.family) return false
  if (line.action === 'upgrade') return next.rank > current.rank
  if (line.action === 'downgrade') return next.rank < current.rank
  return next.rank === current.rank
}
