import { describe, expect, it } from 'vitest'
import example from '@/standin/examples/prices-answer.json'
import { getOneClickPrices } from '../operations/queries'
import { asRead } from '../operations/testing/as-read'
import { describePrecheck, describeTax, productName } from './price-words'
import { doesNotAddUp, lineReceipt, type PricedBundle, totalReceipt } from './receipt'

const { data } = asRead(getOneClickPrices, example)
const bundle = data.bundles[0] as PricedBundle
const flat = (rows: ReturnType<typeof totalReceipt>) =>
  rows.map(({ sign, label, note, amount }) => [sign, label, note, amount].filter(Boolean).join(' '))

describe('the receipt of the worked example', () => {
  it('says origin, less discount and coupon, net, tax and total, with the service’s own strings', () => {
    expect(flat(totalReceipt(bundle, describeTax(data.tax)))).toEqual([
      'List price 165.00',
      '− Discount 12.00',
      '− SPRING25 27.00',
      '= Before tax 126.00',
      '+ Tax VAT, NL 21.00% 26.46',
      '= To pay 152.46',
    ])
  })

  it('leaves out of a line what is zero', () => {
    const amount = bundle.products[1]?.amount
    expect(amount && flat(lineReceipt(amount, null))).toEqual(['List price 45.00', '+ Tax 21.00% 9.45', '= Line 54.45'])
  })

  it('says that a tax of zero is unknown where there is no tax information, and that it is zero where there is', () => {
    const taxed = (words: string | null, tax: string) => {
      const other = { ...bundle, totalAmount: bundle.totalAmount && { ...bundle.totalAmount, tax } }
      return totalReceipt(other, words).find(({ part }) => part === 'tax')?.amount
    }
    expect([taxed(null, '0.00'), taxed('vat, nl', '0.00'), taxed(null, '1.00')]).toEqual([null, '0.00', '1.00'])
  })

  it('joins discounts and coupons where the lines do not come to the total’s own figure', () => {
    const other = { ...bundle, totalAmount: bundle.totalAmount && { ...bundle.totalAmount, discountsAndCoupons: '40.00' } }
    expect(flat(totalReceipt(other, null))).toContain('− Discounts and coupons 40.00')
  })

  it.each([
    ['upgrade', '2800.00', '2800.00'],
    ['downgrade', '0.00', '0.00'],
    ['upgrade', null, null],
    ['downgrade', '-0.50', null],
  ])('of a single %s ends with what the service says is paid now, beside the full price', (action, given, due) => {
    const [line] = bundle.products
    if (!line?.amount) throw new Error('The example has lost its amount')
    const moved = { ...bundle, products: [{ ...line, action, amount: { ...line.amount, amountForAction: given } }] }
    expect(totalReceipt(moved, null).slice(-2)).toMatchObject([
      { part: 'total', label: 'Full price', amount: '152.46' },
      { part: 'due', label: 'To pay now', amount: due },
    ])
    const both = { ...bundle, products: [...moved.products, ...bundle.products.slice(1)] }
    expect(totalReceipt(both, null).at(-1)).toMatchObject({ label: 'To pay now', amount: null })
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
    expect(flat(totalReceipt(other, null)).at(-1)).toBe('= To pay 152.40')
  })

  it('groups the thousands of figures that disagree', () => {
    const total = { ...bundle.totalAmount, origin: '21340.00', discountsAndCoupons: '0.00', tax: '0.00' }
    const of = (end: string, products = bundle.products) =>
      doesNotAddUp({ ...bundle, products, totalAmount: { ...total, amountWithDiscountsAndCouponsAndTax: end } } as PricedBundle)
    expect(of('21000.00')).toContain('The lines add up to 152.46, but the service’s total is 21,000.00.')
    expect(of('21000.00', [])).toContain('add up to 21,340.00, but the service’s total is 21,000.00.')
  })
})

it('words: precheck, tax without members, an opaque product name', () => {
  expect(bundle.products.map(describePrecheck)).toEqual([
    'Autocharge offered, preselected',
    'Autocharge not offered, not preselected',
  ])
  expect([describeTax(null), describeTax({ type: 'vat', country: null }), describeTax(data.tax)]).toEqual([
    null,
    'VAT',
    'VAT, NL',
  ])
  const opaque = {
    ...data.products[0],
    code: 'X',
    name: 'v2-Q2hhcmdlYmVl/cGFzcw==',
    nameByLocale: null,
  } as (typeof data.products)[number]
  expect(productName([opaque], 'X')).toBe('X')
  expect(productName(data.products, 'NWPLUS12')).toBe('Northwind Plus 12 maanden')
})
