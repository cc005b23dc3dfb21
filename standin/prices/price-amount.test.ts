import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '../money'
import { priceAmount, priceSteps } from './price-amount'
import { totalAmount } from './totals'

const digits = { USD: 2, EUR: 2, BRL: 2, GBP: 2, JPY: 0, KWD: 3 }
const currency = fc.constantFrom(...currencies)
const hundredths = (max: number) => fc.integer({ min: 0, max }).map((count) => new Big(count).div(100).toFixed(2))
const terms = fc.record({ discountPercent: hundredths(9999), couponPercent: hundredths(9999), taxPercent: hundredths(3000) })
const listPrice = fc.integer({ min: 1, max: 10 ** 12 }).map((count) => new Big(count).div(1000))

/** The amount in the smallest unit of its currency. */
const units = (text: string, places: number) => {
  expect(text).toMatch(places === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${places}}$`))
  return BigInt(text.replace('.', ''))
}

/** Half up, in whole numbers only: an arithmetic of its own beside the one that is tested. */
const share = (amount: bigint, percent: string) => (amount * BigInt(percent.replace('.', '')) * 2n + 10_000n) / 20_000n

test('every line is exact and adds up: origin - discount - coupon + tax', () => {
  fc.assert(
    fc.property(listPrice, terms, currency, (price, given, money) => {
      const shown = priceAmount(priceSteps(price, given, money), new Big(0), given, money)
      const amount = (name: keyof typeof shown) => units(String(shown[name]), digits[money])
      expect(amount('discount')).toBe(share(amount('origin'), given.discountPercent))
      expect(amount('amountWithDiscount')).toBe(amount('origin') - amount('discount'))
      expect(amount('coupon')).toBe(share(amount('amountWithDiscount'), given.couponPercent))
      expect(amount('amountWithDiscountAndCoupon')).toBe(amount('amountWithDiscount') - amount('coupon'))
      expect(amount('tax')).toBe(share(amount('amountWithDiscountAndCoupon'), given.taxPercent))
      expect(amount('amountWithDiscountAndCouponAndTax')).toBe(amount('amountWithDiscountAndCoupon') + amount('tax'))
    }),
  )
})

test('a total is the sum of its lines and adds up itself', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(listPrice, terms), { minLength: 1, maxLength: 6 }), currency, (lines, money) => {
      const steps = lines.map(([price, given]) => priceSteps(price, given, money))
      const total = totalAmount(steps, '21', money)
      const amount = (name: keyof typeof total) => units(total[name], digits[money])
      const sum = steps.reduce((whole, line) => whole.plus(line.amountWithDiscountAndCouponAndTax), new Big(0))
      expect(amount('amountWithDiscountsAndCouponsAndTax')).toBe(units(sum.toFixed(digits[money]), digits[money]))
      expect(amount('amountWithDiscountsAndCoupons')).toBe(amount('origin') - amount('discountsAndCoupons'))
      expect(amount('amountWithDiscountsAndCouponsAndTax')).toBe(amount('amountWithDiscountsAndCoupons') + amount('tax'))
    }),
  )
})
