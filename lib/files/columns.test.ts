import { expect, it } from 'vitest'
import { chargeLike, orderLike } from '../charges/examples-for-tests'
import { all, orderOf } from '../charges/ledger-for-tests'
import { type ChargeFilter, chargeFilterFrom } from '../charges/order-filter'
import { expectedSums, moneyOf, shows } from '../charges/reckoning-for-tests'
import { sum } from '../core/money'
import { columnsOf, rowsOf } from './columns'

const order = orderLike([chargeLike({ amount: '10.00', currency: 'EUR' })])

/** The cells of a file's first row, by the names of their columns. */
const cells = (kind: 'orders' | 'attempts') => {
  const [row] = rowsOf(order, kind)
  if (!row) throw new Error('There is no row.')
  return Object.fromEntries(columnsOf[kind].map(({ name, of }) => [name, of(row)]))
}

it('writes an amount beside the currency it is in, which may be another than the order’s', () => {
  expect(cells('attempts')).toMatchObject({ amount: '10.00', currency: 'EUR' })
  expect(cells('orders')).toMatchObject({ received: '10.00', receivedCurrency: 'EUR', currency: 'BRL' })
})

const cellOf = (name: string) => columnsOf.orders.find((column) => column.name === name)?.of ?? expect.fail(name)
const [received, receivedCurrency, tax] = ['received', 'receivedCurrency', 'tax'].map(cellOf)

it.each([{}, { month: '2025-11' }, { month: '2024-Q4' }, { money: 'open' }, { currency: 'JPY', month: '2026-06' }])(
  'the rows of a file under %j add up to the sums of another reckoning, each receipt and each tax in one month alone',
  (asked) => {
    const shown = all.filter((known) => shows(known, asked))
    const rows = shown.flatMap((known) => rowsOf(orderOf(known), 'orders', chargeFilterFrom(asked as Partial<ChargeFilter>)))
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      const of = rows.filter((row) => receivedCurrency?.(row) === currency)
      const column = (value: typeof tax) => {
        const given = of.flatMap((row) => (value?.(row) as string | null) ?? [])
        return given.length === 0 ? null : sum(given)
      }
      const right = expectedSums(shown, currency, asked)
      expect([currency, column(received), column(tax)]).toEqual([currency, right.received, right.tax])
    }
  },
)

it('a file of attempts has those of its month alone', () => {
  const asked = { month: '2025-11' }
  const known = all.filter((each) => moneyOf(each, asked).length > 0)
  const rows = known.flatMap((each) => rowsOf(orderOf(each), 'attempts', chargeFilterFrom(asked)))
  expect(rows.length).toBeGreaterThan(100)
  for (const { charge } of rows) if (!charge?.createdAt?.startsWith('2025-11')) expect.fail(charge?.createdAt ?? '')
})

it('an order that received two currencies has a row for each, and its prices in the first alone', () => {
  const both = orderLike([chargeLike({ amount: '70.00' }), chargeLike({ amount: '71.00', currency: 'USD' })], {
    currency: 'EUR',
    totalPrices: { tax: '3.10', amountWithDiscountAndCouponAndTax: '70.00' },
  })
  const total = cellOf('total')
  expect(rowsOf(both, 'orders').map((row) => [received?.(row), receivedCurrency?.(row), tax?.(row), total(row)])).toEqual([
    ['70.00', 'EUR', '3.10', '70.00'],
    ['71.00', 'USD', null, null],
  ])
})
