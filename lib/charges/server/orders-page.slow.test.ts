import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { Dashboard } from '@/lib/testing/dashboard'
import { problemIn } from '@/lib/testing/endings'
import type { OrdersPage } from '../history-pieces'
import { joinPieces } from '../history-pieces'
import { type Habits, ListingService, newestToOldest, orderAt, whose } from './listing-service-for-tests'
import { ordersPage } from './orders-page'

const dashboard = new Dashboard()
const service = new ListingService()
beforeEach(() => service.start(dashboard))

/** Every piece, as a person gets them who reads on to the end. */
async function pieces(): Promise<OrdersPage[]> {
  const buyer = whose()
  const all = [await ordersPage(buyer, null)]
  for (let next = all[0]?.next ?? null; next !== null; next = all.at(-1)?.next ?? null) {
    expect(all.length).toBeLessThan(50)
    all.push(await ordersPage(buyer, next))
  }
  return all
}

const idsOf = (all: OrdersPage[]) => all.flatMap((piece) => piece.orders.map(({ orderId }) => orderId))
const around = [0, 1, 24, 25, 26, 100, 125, 126, 226]

const ways: [string, Habits][] = [
  ['with the oldest first', {}],
  ['with the newest first', { newestFirst: true }],
  ['whole, whatever limit it is given', { ignoresLimit: true }],
  ['whole, and does not tell how many', { ignoresLimit: true, tellsTotal: false }],
  ['with the newest first, and does not tell how many', { newestFirst: true, tellsTotal: false }],
  ['with the oldest first, ten at most', { maxConcurrent: 10 }],
  ['with the newest first, ten at most', { newestFirst: true, maxConcurrent: 10 }],
]

describe.each(ways)('of a service that lists %s', (_, habit) => {
  it.each(around)('every one of %i orders comes exactly once, the newest first', async (count) => {
    service.has(count, habit)
    expect(idsOf(await pieces())).toEqual(newestToOldest(count))
  })
})

it('of a service that lists the oldest first and does not tell how many, every order comes exactly once', async () => {
  for (const count of around) {
    service.has(count, { tellsTotal: false })
    expect(idsOf(await pieces()).sort()).toEqual(newestToOldest(count).sort())
  }
})

it('however many orders of one second or without a time there are, each comes exactly once', async () => {
  const times = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }), { maxLength: 130 })
  await fc.assert(
    fc.asyncProperty(times, fc.boolean(), async (seconds, newest) => {
      service.has(0, { newestFirst: newest })
      service.orders = seconds.map((second, index) => ({
        ...orderAt(second ?? 0),
        orderId: `o-${index}`,
        ...(second === null ? { createdAt: null } : {}),
      }))
      expect(idsOf(await pieces()).sort()).toEqual(newestToOldest(seconds.length).sort())
    }),
    { numRuns: 12 },
  )
})

it('while the history grows between the pieces, no order that was there is lost or counted twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 260 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      async (count, grows, newest) => {
        service.has(count, { grows, newestFirst: newest })
        const { orders: joined } = joinPieces(await pieces())
        const ids = joined.map(({ orderId }) => orderId)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(expect.arrayContaining(newestToOldest(count)))
      },
    ),
    { numRuns: 12 },
  )
})

it('a thousand orders cost two small requests before the newest are on the screen', async () => {
  service.has(1_000)
  const first = await ordersPage(whose(), null)
  expect([first.orders.length, first.total, first.orders[0]?.orderId]).toEqual([25, 1_000, 'o-999'])
  expect(service.asked).toEqual(['offset=0&limit=25', 'offset=975&limit=25'])
})

it.each([
  '',
  'x',
  'older-first',
  'older-first:-1',
  'newer-first:1e3',
  'older-first:5; drop',
  'sideways:5',
  `older-first:${'9'.repeat(10)}`,
])('%j is no cursor of ours, and nothing is sent', async (cursor) => {
  service.has(1)
  expect(await problemIn(ordersPage(whose(), cursor))).toMatchObject({ kind: 'invalid', fields: [{ field: 'cursor' }] })
  expect(service.asked).toEqual([])
})
