import Big from 'big.js'
import { type Currency, rounded, written, writtenPercent } from '../money'

/** What changes a list price: percentages of service-facts 2.18, all as decimal strings, `0` for none. */
export type Terms = { discountPercent: string; couponPercent: string; couponCode?: string; taxPercent: string }

/** The steps of one price as exact decimals; every step is rounded to the currency before the next one is taken from it. */
export type Steps = {
  origin: Big
  discount: Big
  amountWithDiscount: Big
  coupon: Big
  amountWithDiscountAndCoupon: Big
  tax: Big
  amountWithDiscountAndCouponAndTax: Big
}

/** Discount first, the coupon on the discounted price, tax last (service-facts 2.12 and 2.18). */
export function priceSteps(listPrice: Big, terms: Terms, currency: Currency): Steps {
  const share = (amount: Big, percent: string) => rounded(amount.times(percent).div(100), currency)
  const origin = rounded(listPrice, currency)
  const discount = share(origin, terms.discountPercent)
  const amountWithDiscount = origin.minus(discount)
  const coupon = share(amountWithDiscount, terms.couponPercent)
  const amountWithDiscountAndCoupon = amountWithDiscount.minus(coupon)
  const tax = share(amountWithDiscountAndCoupon, terms.taxPercent)
  return {
    origin,
    discount,
    amountWithDiscount,
    coupon,
    amountWithDiscountAndCoupon,
    tax,
    amountWithDiscountAndCouponAndTax: amountWithDiscountAndCoupon.plus(tax),
  }
}

/** The price amount object of service-interface (Price result); `couponCode` is absent without a coupon (D52). */
export function priceAmount(steps: Steps, amountForAction: Big, terms: Terms, currency: Currency) {
  const text = (amount: Big) => written(amount, currency)
  return {
    origin: text(steps.origin),
    amountForAction: text(amountForAction),
    discountPercent: writtenPercent(new Big(terms.discountPercent)),
    discount: text(steps.discount),
    amountWithDiscount: text(steps.amountWithDiscount),
    couponPercent: writtenPercent(new Big(terms.couponPercent)),
    ...(terms.couponCode === undefined ? {} : { couponCode: terms.couponCode }),
    coupon: text(steps.coupon),
    amountWithDiscountAndCoupon: text(steps.amountWithDiscountAndCoupon),
    taxPercent: writtenPercent(new Big(terms.taxPercent)),
    tax: text(steps.tax),
    amountWithDiscountAndCouponAndTax: text(steps.amountWithDiscountAndCouponAndTax),
  }
}
