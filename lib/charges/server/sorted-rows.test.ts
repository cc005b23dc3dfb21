import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { listener } from '@/lib/testing/listener'
import type { ChargeFigures, ChargeRows } from '../charge-answers'
import { chargeLike, orderLike } from '../examples-for-tests'
import { digestOf } from '../order-digest'
import { noChargeFilter } from '../order-filter'
import { Tally } from '../tally'
import { sumsOfBoth } from './filter-view'
import { chargeFigures, chargeReading, chargeRows } from './handlers'

const dashboard = new Dashboard()
const buyerId = randomUUID()

const paid = (id: number, day: string, amount: string, status = 'settled') =>
  orderLike([chargeLike({ amount, status, createdAt: `${day} 10:00:00` })], {
    orderId: `o-${id}`,
    createdAt: `${day} 10:00:00`,
    totalPrices: { tax: '1.00' },
  })
const paidTwice = (id: number, time: string, amounts: [march: string, june: string]) =>
  orderLike(
    amounts.map((amount, at) => chargeLike({ amount, createdAt: `${['2025-03-30', '2025-06-02'][at]} 10:00:00` })),
    { orderId: `o-${id}`, createdAt: `2025-03-04 ${time}` },
  )
const orders: object[] = [
  paid(1, '2025-03-04', '9.00'),
  paidTwice(6, '11:00:00', ['50.00', '3.00']),
  paidTwice(7, '12:00:00', ['1.00', '7.00']),
  paid(2, '2025-03-05', '10.00'),
  paid(3, '2025-05-06', '9.50', 'declined'),
  { orderId: 'broken', charges: 'none' },
  paid(5, '2025-05-08', '9.0'),
]

beforeEach(async () => {
  const service = await listener((response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    const data = orders.slice(Number(search.get('offset')), Number(search.get('offset')) + Number(search.get('limit')))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { total: orders.length } }))
  })
  dashboard.serviceAt(service.url)
  await (await ask(chargeReading)).text()
})

type Handler = Parameters<typeof serveDashboard<{ buyerId: string }>>[1]
const ask = (handler: Handler, search = '') =>
  dashboard.call(serveDashboard('read', handler), 'GET', `/api/desk/buyers/${buyerId}/charges`, { search, params: { buyerId } })
const ids = async (search: string) => {
  const rows = (await (await ask(chargeRows, search)).json()) as ChargeRows
  return rows.orders.map(({ orderId }) => orderId)
}

it('rows are sorted over the whole history, equal ones newest first, and what has no value comes last both ways', async () => {
  expect(await ids('?sort=amount')).toEqual(['o-7', 'o-5', 'o-1', 'o-3', 'o-2', 'o-6', 'broken'])
  expect(await ids('?sort=-amount&limit=25')).toEqual(['o-6', 'o-2', 'o-3', 'o-5', 'o-1', 'o-7', 'broken'])
  expect(await ids('?sort=when')).toEqual(['o-1', 'o-6', 'o-7', 'o-2', 'o-3', 'o-5', 'broken'])
  expect(await ids('?sort=amount&offset=2')).toEqual(['o-1', 'o-3', 'o-2', 'o-6', 'broken'])
  expect(await (await ask(chargeRows, '?sort=colour')).json()).toMatchObject({ kind: 'invalid', fields: [{ field: 'sort' }] })
})

it('by the money of a month rows are sorted as they show it, whatever their orders came to', async () => {
  expect(await ids('?sort=-amount&month=2025-Q2')).toEqual(['o-3', 'o-5', 'o-7', 'o-6'])
  expect(await ids('?sort=amount&month=2025-Q1')).toEqual(['o-7', 'o-1', 'o-2', 'o-6'])
  expect(await ids('?sort=-amount')).toEqual(['o-6', 'o-2', 'o-3', 'o-5', 'o-1', 'o-7', 'broken'])
})

it('beside what passes the filter stand the sums and the days of the whole history', async () => {
  const { sums, whole, days } = (await (await ask(chargeFigures, '?month=2025-03')).json()) as ChargeFigures
  expect([sums.orders, whole.orders]).toEqual([4, 7])
  expect([sums, whole].map(({ currencies }) => currencies[0]?.totals.received.amount)).toEqual(['70.00', '89.00'])
  expect(days).toEqual({ first: '2025-03-04', last: '2025-05-08' })
})

it('no more orders pass than there are, however far another request moves on what passes meanwhile', async () => {
  const [passing, whole] = [new Tally(), new Tally()]
  const add = (tally: Tally) => tally.add(digestOf(paid(8, '2025-03-04', '1.00'), []), noChargeFilter)
  const asked: (number | undefined)[] = []
  const all = {
    advance: async (_: AbortSignal | undefined, to?: number) => {
      asked.push(to)
      add(whole)
      for (let more = 0; more < 3; more += 1) add(passing)
      return 1
    },
    sums: () => whole.sums(),
  }
  const some = {
    advance: async () => {
      add(passing)
      return 1
    },
    sums: () => passing.sums(),
  }
  const both = await sumsOfBoth(some, all)
  expect(asked).toEqual([1]) // the whole as of the same moment, though more is read by now
  expect([both.sums.orders, both.whole.orders]).toEqual([1, 1])
  expect(both.sums.currencies[0]?.totals.received).toMatchObject({ amount: '1.00', orders: 1 })
})
