import Big from 'big.js'
import { type Currency, written, writtenPercent } from '../money'
import type { Steps } from './price-amount'

/** The total of a bundle, the sum of its lines (service-interface, Bundle entry; the sums of example 6.2). */
export function totalAmount(lines: readonly Steps[], taxPercent: string, currency: Currency) {
  const sum = (part: (line: Steps) => Big) =>
    written(
      lines.reduce((total, line) => total.plus(part(line)), new Big(0)),
      currency,
    )
  return {
    origin: sum((line) => line.origin),
    discountsAndCoupons: sum((line) => line.discount.plus(line.coupon)),
    amountWithDiscountsAndCoupons: sum((line) => line.amountWithDiscountAndCoupon),
    taxPercent: writtenPercent(new Big(taxPercent)),
    tax: sum((line) => line.tax),
    amountWithDiscountsAndCouponsAndTax: sum((line) => line.amountWithDiscountAndCouponAndTax),
  }
}
