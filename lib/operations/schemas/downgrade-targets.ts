import * as z from 'zod/mini'
import { tax } from './price-result'
import { count, decimal, flag, list, maybe, requiredText, text } from './tolerant'

const amount = z.object({
  origin: decimal,
  amountForDowngrade: decimal,
  discountPercent: decimal,
  discount: decimal,
  amountWithDiscount: decimal,
  couponPercent: decimal,
  couponCode: text,
  coupon: decimal,
  amountWithDiscountAndCoupon: decimal,
  taxPercent: decimal,
  tax: decimal,
  amountWithDiscountAndCouponAndTax: decimal,
})

/** Products a subscription can be moved down to (service-facts 3.5). `id` is the productId that a downgrade sends. */
export const downgradeTargets = z.object({
  currency: text,
  tax,
  products: list(
    z.object({
      id: requiredText,
      code: text,
      name: text,
      durationDays: count,
      durationMonths: count,
      isTrial: flag,
      prices: maybe(z.object({ amount: maybe(amount), monthlyAmount: maybe(amount) })),
    }),
  ),
})
