import { beforeEach, describe, expect, it } from 'vitest'
import { Dashboard } from '@/lib/testing/dashboard'
import { problemIn } from '@/lib/testing/endings'
import { type Habits, ListingService, newestToOldest, whose } from './listing-service-for-tests'
import { readOrders } from './read-orders'

const dashboard = new Dashboard()
const service = new ListingService()
beforeEach(() => service.start(dashboard))

type Found = { id: string | null; place: number }

/** Every order as it comes, and how the list is to be sorted: newest first. */
async function read(found: Found[] = []) {
  let total: number | null = null
  const { signal } = new AbortController()
  for await (const page of readOrders(whose(), { order: 'newest-first', unsorted: true, signal })) {
    total = page.progress.total
    found.push(...page.orders.map(({ order, place }) => ({ id: order.orderId, place })))
  }
  return { came: found.map(({ id }) => id), sorted: found.toSorted((a, b) => a.place - b.place).map(({ id }) => id), total }
}

/** Now and then one that cannot be read. */
const has = (count: number, habits: Habits = {}) => {
  service.has(count, habits)
  service.orders = service.orders.map((order, index) => (index % 50 === 7 ? { ...order, charges: 'none' } : order))
}

const ways: [string, Habits][] = [
  ['with the oldest first', {}],
  ['with the newest first', { newestFirst: true }],
  ['whole, the oldest first, whatever limit it is given', { ignoresLimit: true }],
  ['whole, the newest first, whatever limit it is given', { ignoresLimit: true, newestFirst: true }],
  ['whole, and does not tell how many', { ignoresLimit: true, tellsTotal: false }],
  ['with the newest first, and does not tell how many', { newestFirst: true, tellsTotal: false }],
  ['with the oldest first, and does not tell how many', { tellsTotal: false }],
  ['with the oldest first, ten at most', { maxConcurrent: 10 }],
  ['with the newest first, ten at most', { newestFirst: true, maxConcurrent: 10 }],
  ['with the oldest first, and fails now and then', { failsAt: [2, 4] }],
]

describe.each(ways)('of a service that lists %s', (_, habit) => {
  it.each([0, 1, 24, 25, 26, 225, 226, 463])('every one of %i orders comes exactly once and knows its place', async (orders) => {
    has(orders, habit)
    const { sorted, total } = await read()
    const givesTotal = habit.tellsTotal !== false
    expect(sorted).toEqual(newestToOldest(orders))
    if (givesTotal) expect(total).toBe(orders)
  })
})

it('where the service pages, the newest orders come first, whichever it lists first', async () => {
  for (const newestFirst of [true, false]) {
    has(900, { newestFirst })
    expect((await read()).came).toEqual(newestToOldest(900))
  }
})

it('an answer that goes on beyond its limit is read in one request', async () => {
  has(800, { ignoresLimit: true })
  await read()
  expect(service.asked).toEqual(['offset=0&limit=25'])
})

it('a service that keeps failing is said to fail, and not asked for ever', async () => {
  has(400, { failsAt: [2, 3, 4] })
  expect(await problemIn(read())).toMatchObject({ kind: 'unavailable' })
  expect(service.asked.length).toBeLessThanOrEqual(4)
})

it('a piece that holds an order which is no JSON is not taken in, and what came before it is', async () => {
  has(900, { brokenAt: 600 })
  const found: Found[] = []
  expect(await problemIn(read(found))).toMatchObject({ code: 'bad_json' })
  expect(found.map(({ id }) => id)).toEqual(newestToOldest(900).slice(0, 200))
})
