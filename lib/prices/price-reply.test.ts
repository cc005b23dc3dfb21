import { expect, it } from 'vitest'
import example from '@/standin/examples/prices-answer.json'
import { getOneClickPrices } from '../operations/queries'
import { asRead } from '../operations/testing/as-read'
import { linkReply } from './link-reply'
import { priceReply } from './price-reply'
import type { PricedBundle } from './receipt'
import { newLine, type Option, type PriceAction } from './workbench'

const { data: answer } = asRead(getOneClickPrices, example)
const [whole] = answer.bundles
const taxed = (tax: string | null): PricedBundle => {
  if (!whole?.totalAmount) throw new Error('The example has lost its total')
  return { ...whole, products: whole.products.slice(0, 1), totalAmount: { ...whole.totalAmount, tax } }
}
const option = (action: PriceAction): Option => ({
  key: 'b-1',
  name: '',
  lines: [newLine('p-1', { action, product: 'NWPLUS12' })],
})
const keys = (parts: ReturnType<typeof priceReply>) => parts.map(({ key }) => key)

it('says what it costs, that tax is in it only where there is some, and that a move may be due in part', () => {
  const [first, ...more] = priceReply({ option: option('renew'), bundle: taxed('26.46'), answer, against: null })
  expect(first).toEqual({
    key: 'priceRenew',
    facts: { amount: { amount: '152.46', currency: 'EUR' }, product: 'Northwind Plus 12 maanden' },
  })
  expect(keys(more)).toEqual(['priceWithTax'])
  for (const tax of ['0.00', null])
    expect(keys(priceReply({ option: option('purchase'), bundle: taxed(tax), answer, against: null }))).toEqual(['priceBuy'])
  expect(keys(priceReply({ option: option('upgrade'), bundle: taxed(null), answer, against: null }))).toEqual([
    'priceMove',
    'priceMoveDue',
  ])
})

it('says of several renewals that they are renewals', () => {
  const bundle = taxed(null)
  const [line] = bundle.products
  if (!line) throw new Error('The example has lost its line')
  const products = [line, { ...line, productHashKey: 'p-2' }]
  const renewals = (...actions: PriceAction[]) => ({
    ...option('renew'),
    lines: actions.map((action, at) => newLine(`p-${at + 1}`, { action })),
  })
  const said = (...actions: PriceAction[]) =>
    keys(priceReply({ option: renewals(...actions), bundle: { ...bundle, products }, answer, against: null }))
  expect(said('renew', 'renew')).toEqual(['priceRenew'])
  expect(said('renew', 'purchase')).toEqual(['priceBuy'])
})

it('says how often each product is bought', () => {
  const bundle = taxed(null)
  const [line] = bundle.products
  if (!line) throw new Error('The example has lost its line')
  const products = [
    { ...line, productHashKey: 'p-1', quantity: 2 },
    { ...line, productHashKey: 'p-2', quantity: 1 },
    { ...line, productHashKey: 'p-3', quantity: null }, // as it was asked for
  ]
  const lines = [newLine('p-1', { quantity: '2' }), newLine('p-2'), newLine('p-3', { quantity: '3' })]
  const several = { ...option('purchase'), lines }
  const [first] = priceReply({ option: several, bundle: { ...bundle, products }, answer, against: null })
  expect(first).toMatchObject({
    facts: { product: '2 × Northwind Plus 12 maanden + Northwind Plus 12 maanden + 3 × Northwind Plus 12 maanden' },
  })
})

it.each([
  ['2800.00', null, 'priceMoveNow'],
  ['2800.00', '26.46', 'priceMoveNowTax'],
  ['0.00', null, 'priceMoveFree'],
  ['-0.50', null, 'priceMoveDue'],
])('says that %s is due for a move with a tax of %s as %s', (amountForAction, tax, key) => {
  const bundle = taxed(tax)
  const products = bundle.products.map((line) => ({
    ...{ ...line, action: 'upgrade' },
    amount: line.amount && { ...line.amount, amountForAction },
  }))
  const part = priceReply({ option: option('upgrade'), bundle: { ...bundle, products }, answer, against: null }).at(-1)
  expect(part?.key).toBe(key)
  if (part && 'facts' in part) expect(part.facts).toEqual({ total: { amount: '2800.00', currency: 'EUR' } })
})

it.each([
  ['less', 12, 'priceLessYear'],
  ['more', 12, 'priceMoreYear'],
  ['less', 3, 'priceLessTerm'],
  ['more', 24, 'priceMoreTerm'],
  ['less', 1, 'priceLessMonth'],
  ['more', 1, 'priceMoreMonth'],
] as const)('%s over %i months is said as %s', (way, months, key) => {
  const parts = priceReply({ option: option('renew'), bundle: taxed(null), answer, against: { way, months, amount: '8.00' } })
  expect(parts.at(-1)).toEqual({ key, facts: { total: { amount: '8.00', currency: 'EUR' }, count: months } })
})

it('says that a move may be due in part where something is bought beside it, too', () => {
  const bundle = taxed(null)
  const [line] = bundle.products
  if (!line) throw new Error('The example has lost its line')
  const both = { ...option('upgrade'), lines: [newLine('p-1', { action: 'upgrade' }), newLine('p-2')] }
  const parts = priceReply({ option: both, bundle: { ...bundle, products: [line, line] }, answer, against: null })
  expect(keys(parts)).toEqual(['priceBuy', 'priceMoveDue'])
})

it('says nothing of a difference that is none, and nothing at all without a price', () => {
  const same = { way: 'same', months: 1, amount: '0.00' } as const
  expect(keys(priceReply({ option: option('renew'), bundle: taxed(null), answer, against: same }))).toEqual(['priceRenew'])
  const unpriced = { ...taxed(null), totalAmount: null }
  expect(priceReply({ option: option('renew'), bundle: unpriced, answer, against: null })).toEqual([])

  const below = taxed(null)
  if (below.totalAmount) below.totalAmount.amountWithDiscountsAndCouponsAndTax = '-5.00'
  expect(priceReply({ option: option('renew'), bundle: below, answer, against: null })).toEqual([])
})

it('says nothing of a product that the service doesn’t name, in whatever language', () => {
  const unnamed = taxed(null)
  const bundle = { ...unnamed, products: unnamed.products.map((line) => ({ ...line, code: null })) }
  expect(priceReply({ option: option('renew'), bundle, answer, against: null })).toEqual([])
})

it('says nothing of a trial, whose price would pass for that of the product', () => {
  const bundle = taxed(null)
  const products = bundle.products.map((line) => ({ ...line, isTrial: true }))
  expect(priceReply({ option: option('purchase'), bundle: { ...bundle, products }, answer, against: null })).toEqual([])
  const price = { total: '2.15', currency: 'USD', tax: 'none', isTrial: true } as const
  expect(keys(linkReply({ product: 'Northwind Pro 1 month', price }))).toEqual(['linkProduct', 'linkFinal'])
  expect(keys(linkReply({ product: 'Northwind Pro 1 month', price: { ...price, isTrial: false } }))).toEqual([
    'linkAmount',
    'linkFinal',
  ])
})

it('says of a move what is due now, and not the difference of two terms beside it', () => {
  const against = { way: 'more', amount: '21.45', months: 1 } as const
  expect(keys(priceReply({ option: option('upgrade'), bundle: taxed(null), answer, against }))).toEqual([
    'priceMove',
    'priceMoveDue',
  ])
  expect(keys(priceReply({ option: option('renew'), bundle: taxed(null), answer, against }))).toEqual([
    'priceRenew',
    'priceMoreMonth',
  ])
})
