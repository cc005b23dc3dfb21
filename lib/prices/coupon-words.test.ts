import { expect, it } from 'vitest'
import { describeCoupons } from './coupon-words'
import type { ReceiptRow } from './receipt'

const row = (part: ReceiptRow['part'], label: string, amount: string, kind: ReceiptRow['kind'] = 'one'): ReceiptRow => ({
  ...{ part, kind, label, amount },
  sign: '−',
  note: null,
})
const price = (...rows: ReceiptRow[]) => ({ currency: 'EUR', rows })
const spring = row('coupon', 'SPRING25', '1250.00')

it.each([
  ['none', [' '], price(), []],
  ['one that took something off', ['SPRING25'], price(spring), ['coupon SPRING25 takes 1,250.00 EUR off']],
  ['one on two lines', ['SPRING25', 'SPRING25'], price(spring), ['coupon SPRING25 takes 1,250.00 EUR off']],
  [
    'two, of which one took something off',
    ['SPRING25', 'WELCOME10'],
    price(spring),
    ['coupon SPRING25 takes 1,250.00 EUR off', 'coupon WELCOME10 takes nothing off'],
  ],
  [
    'two that both did',
    ['SPRING25', 'WELCOME10'],
    price(row('coupon', 'Coupons', '9.00', 'several')),
    ['coupons SPRING25 and WELCOME10 take 9.00 EUR off'],
  ],
  ['one that changes nothing', ['SPRING25'], price(row('discount', 'Discount', '2.00')), ['coupon SPRING25 takes nothing off']],
  [
    'one that the service joins with discounts',
    ['SPRING25'],
    price(row('discount', 'Discounts and coupons', '2.00', 'several')),
    ['with coupon SPRING25'],
  ],
  ['one of an order without a price', ['SPRING25'], null, ['with coupon SPRING25']],
])('%s: names the coupons and what the price did with them', (_, codes, of, words) => {
  expect(describeCoupons(codes, of)).toEqual(words)
})
