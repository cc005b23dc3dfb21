import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '@/lib/core/money'
import example from '@/standin/examples/prices-answer.json'
import { getOneClickPrices } from '../operations/queries'
import { asRead } from '../operations/testing/as-read'
import { differenceTo, monthlyOf, signed } from './compare-cells'
import { precheckWords, productName, taxWords } from './price-words'
import { doesNotAddUp, lineReceipt, type PricedBundle, totalReceipt } from './receipt'
import { waterfall } from './waterfall'

const { data } = asRead(getOneClickPrices, example)
const bundle = data.bundles[0] as PricedBundle
const flat = (rows: ReturnType<typeof totalReceipt>) =>
  rows.map(({ sign, label, note, amount }) => [sign, label, note, amount].filter(Boolean).join(' '))

describe('the receipt of the worked example', () => {
  it('says origin, less discount and coupon, net, tax and total, with the service’s own strings', () => {
    expect(flat(totalReceipt(bundle, taxWords(data.tax)))).toEqual([
      'List price 165.00',
      '− Discount 10.00 % 12.00',
      '− SPRING25 25.00 % 27.00',
      '= Net 126.00',
      '+ Tax vat, nl 21.00 % 26.46',
      '= Total 152.46',
    ])
  })

  it('leaves out of a line what is zero', () => {
    const amount = bundle.products[1]?.amount
    expect(amount && flat(lineReceipt(amount, null))).toEqual(['List price 45.00', '+ Tax 21.00 % 9.45', '= Line 54.45'])
  })

  it('joins discounts and coupons where the lines do not come to the total’s own figure', () => {
    const other = { ...bundle, totalAmount: bundle.totalAmount && { ...bundle.totalAmount, discountsAndCoupons: '40.00' } }
    expect(flat(totalReceipt(other, null))).toContain('− Discounts and coupons 40.00')
  })

  it('adds up, so it says nothing about that', () => {
    expect(doesNotAddUp(bundle)).toBeNull()
  })

  it('says both figures where lines and total disagree, and corrects neither', () => {
    const other = {
      ...bundle,
      totalAmount: bundle.totalAmount && { ...bundle.totalAmount, amountWithDiscountsAndCouponsAndTax: '152.40' },
    }
    expect(doesNotAddUp(other)).toBe('The lines add up to 152.46, but the service’s total is 152.40. We show both unchanged.')
    expect(flat(totalReceipt(other, null)).at(-1)).toBe('= Total 152.40')
  })

  it('draws bars from zero to origin, down, up, and to the total from zero', () => {
    const bars = waterfall(bundle, null)
    expect(bars.map(({ label, amount, sign }) => `${sign}${amount} ${label}`)).toEqual([
      '165.00 List price',
      '−12.00 Discount, 10.00 %',
      '−27.00 SPRING25, 25.00 %',
      '+26.46 Tax, 21.00 %',
      '=152.46 Total',
    ])
    expect([bars[0]?.from, bars[0]?.to, bars[4]?.from]).toEqual([0, 1, 0])
    expect(bars[2]?.to).toBe(bars[1]?.from)
  })
})

it('adds up the monthly prices of several lines exactly, and says where one is missing', () => {
  expect(monthlyOf(bundle)).toEqual({ amount: '26.32', isSum: true })
  const [first, second] = bundle.products
  expect(monthlyOf({ ...bundle, products: first ? [first] : [] })).toEqual({ amount: '8.17', isSum: false })
  expect(monthlyOf({ ...bundle, products: second && first ? [first, { ...second, monthlyAmount: null }] : [] })).toEqual({
    amount: null,
    why: 'monthly for 1 of 2 lines',
  })
})

describe('the difference to the baseline', () => {
  const eur = (total: string) => ({ total, currency: 'EUR' })
  it('has a sign, an amount and a percentage', () => {
    expect(differenceTo(eur('54.45'), eur('98.01'))).toEqual({ amount: '+43.56', percent: '+80.0%' })
    expect(differenceTo(eur('54.45'), eur('19.36'))).toEqual({ amount: '−35.09', percent: '−64.4%' })
    expect(differenceTo(eur('54.45'), eur('54.45'))).toEqual({ amount: '0.00', percent: '0.0%' })
    expect(differenceTo(eur('0.00'), eur('1.00'))).toEqual({ amount: '+1.00', percent: null })
  })
  it('is exact, whatever the size', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 24n })
    const written = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        const { amount = '' } = differenceTo(eur(written(a)), eur(written(b))) ?? {}
        expect(sum([written(a), amount.replace('−', '-').replace('+', '')])).toBe(written(b))
      }),
    )
  })
  it('is never taken between two currencies', () => {
    expect(differenceTo(eur('1.00'), { total: '100', currency: 'JPY' })).toBeNull()
  })
  it.each([
    ['-0.5', '−0.5'],
    ['0.00', '0.00'],
    ['-0.00', '0.00'],
    ['3', '+3'],
  ])('%s is written %s', (given, written) => {
    expect(signed(given)).toBe(written)
  })
})

it('words: precheck, tax without members, an opaque product name', () => {
  expect(bundle.products.map(precheckWords)).toEqual([
    'Autocharge offered, preselected',
    'Autocharge not offered, not preselected',
  ])
  expect([taxWords(null), taxWords({ type: 'vat', country: null }), taxWords(data.tax)]).toEqual([null, 'vat', 'vat, nl'])
  const opaque = {
    ...data.products[0],
    code: 'X',
    name: 'v2-Q2hhcmdlYmVl/cGFzcw==',
    nameByLocale: null,
  } as (typeof data.products)[number]
  expect(productName([opaque], 'X')).toBe('X')
  expect(productName(data.products, 'NWPLUS12')).toBe('Northwind Plus 12 maanden')
})
