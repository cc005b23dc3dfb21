// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { getOneClickPrices } from '@/lib/operations/queries'
import { asRead } from '@/lib/operations/testing/as-read'
import { compared } from '@/lib/prices/compared'
import type { Comparison } from '@/lib/prices/quote'
import example from '@/standin/examples/prices-answer.json'
import { PriceFigures } from './price-figures'
import { QuoteCompared } from './quote-compared'

afterEach(cleanup)

const products = [
  { productHashKey: 'p-1', actionName: 'upgrade', productCode: 'PRO12', subscriptionId: 's' },
] as unknown as Comparison['options'][number]['products']
const price = {
  option: 0,
  currency: 'BRL',
  list: '3200.00',
  discount: '640.00',
  net: '2560.00',
  tax: null,
  total: '2560.00',
  refused: null,
}

test.each([
  ['is what is paid now, beside the full price', { due: '2160.00' }, '2160.00 BRLnow, full price 2560.00'],
  ['is the full price, and says so, where the service gave nothing else', { due: null }, '2560.00 BRLfull price'],
  ['is the full price, and says so, in a quote from before', {}, '2560.00 BRLfull price'],
])('what a move costs %s', (_, more, words) => {
  render(<QuoteCompared compared={{ options: [{ words: 'Upgrade', products }], prices: [{ ...price, ...more }], chosen: 0 }} />)
  expect(screen.getAllByRole('cell').at(-1)?.textContent).toBe(words)
})

test('so does its cell in the comparison', () => {
  const { data } = asRead(getOneClickPrices, example)
  const [bundle] = data.bundles
  const [line] = bundle?.products ?? []
  if (!bundle || !line?.amount) throw new Error('The example has lost its bundle')
  const of = (due: string | null) => {
    const products = [{ ...line, action: 'upgrade', amount: { ...line.amount, amountForAction: due } } as typeof line]
    const outcome = { bundle: { ...bundle, products }, answer: data }
    cleanup()
    return render(<PriceFigures price={compared({ outcome, isAsking: false, isOutdated: false }, null)} />).container.textContent
  }
  expect([of('2160.00'), of(null)]).toEqual([
    '2,160.00 EURnow, full price 152.4612.71 a month',
    '152.46 EURfull price12.71 a month',
  ])
})

test('options of one product are told apart by their discounts and coupons', () => {
  const [line] = products
  const reduced = [{ ...line, discount: 10, couponCode: 'SPRING25' }] as unknown as typeof products
  const options = [
    { words: 'Plus', products },
    { words: 'Plus', products: reduced },
  ]
  render(<QuoteCompared compared={{ options, prices: [price, { ...price, option: 1 }], chosen: 0 }} />)
  const [, first, second] = screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent)
  expect([first, second]).toEqual(['APlus · offered', 'BPlusdiscount 10%, SPRING25'])
})
