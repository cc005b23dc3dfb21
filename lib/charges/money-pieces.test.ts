import { expect, it } from 'vitest'
import { sum } from '@/lib/core/money'
import type { Order } from '../operations/schemas/charge-history'
import { chargeLike, exampleOrder, openVoucher, orderLike } from './examples-for-tests'
import { piecesOf } from './money-pieces'
import { digestOf, passes } from './order-digest'
import { factsOf } from './order-facts'
import { chargeFilterFrom, noChargeFilter } from './order-filter'
import { statementParts } from './statement'
import { Tally } from './tally'

/** What is open of an order, by everything on the page that says so. */
function openOf(order: Order) {
  const digest = digestOf(order, [])
  const tally = new Tally()
  tally.add(digest, noChargeFilter)
  const [sums] = tally.sums().currencies
  const [part] = statementParts([order])
  const pieces = piecesOf(factsOf(order)).filter(({ family }) => family === 'open')
  return {
    pieces: pieces.length === 0 ? null : sum(pieces.map(({ amount }) => amount)),
    totals: sums?.totals.open.amount ?? null,
    months: sums?.months.flatMap(({ open }) => open.amount ?? []) ?? [],
    statement: part?.totals.open.amount ?? null,
    orders: [sums?.totals.open.orders, part?.totals.open.orders],
    found: [passes(digest, chargeFilterFrom({ money: 'open' })), passes(digest, chargeFilterFrom({ state: 'open' }))],
  }
}

const nothing = { pieces: null, totals: null, months: [], statement: null, orders: [0, 0], found: [false, false] }
const once = (amount: string) => ({
  ...{ pieces: amount, totals: amount, months: [amount], statement: amount },
  ...{ orders: [1, 1], found: [true, true] },
})

it.each([
  ['the worked example, whose voucher stayed open beside its payment', exampleOrder],
  ['an order paid the day after an open voucher', orderLike([openVoucher(), chargeLike({ createdAt: '2025-03-05 09:00:00' })])],
  [
    'an order paid in the month after its voucher',
    orderLike([openVoucher({ createdAt: '2025-02-27 09:00:00' }), chargeLike({ createdAt: '2025-03-05 09:00:00' })]),
  ],
])('nothing is open of %s', (_, order) => {
  expect(openOf(order)).toEqual(nothing)
})

it('an open voucher is open money, and a decline beside it is none', () => {
  const declined = chargeLike({ status: 'declined', createdAt: '2025-03-04 09:09:00' })
  expect(openOf(orderLike([declined, openVoucher()]))).toEqual(once('162.00'))
})

it('an order with two open vouchers waits for one payment, that of the last', () => {
  const first = openVoucher({ createdAt: '2025-02-27 09:00:00', amount: '162.00' })
  const second = openVoucher({ createdAt: '2025-03-04 09:00:00', amount: '150.00' })
  expect(openOf(orderLike([second, first]))).toEqual(once('150.00'))
})
