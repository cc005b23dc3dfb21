import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { Dashboard } from '@/lib/testing/dashboard'
import { type Habits, ListingService, oldestToNewest, orderAt, whose } from './listing-service-for-tests'
import { eachOrder, nothingRead, readOrders } from './read-orders'

const dashboard = new Dashboard()
const service = new ListingService()
beforeEach(() => service.start(dashboard))

async function read(order: 'newest-first' | 'oldest-first') {
  let progress = nothingRead
  const ids: (string | null)[] = []
  const note = (now: typeof progress) => {
    progress = now
  }
  for await (const { orderId } of eachOrder(readOrders(whose(), { order }), note)) ids.push(orderId)
  return { ids, progress }
}

const ways: [string, Habits][] = [
  ['the oldest first', {}],
  ['the newest first', { newestFirst: true }],
  ['all of it, whatever limit it is given', { ignoresLimit: true }],
  ['all of it, and does not tell how many', { ignoresLimit: true, tellsTotal: false }],
  ['the oldest first, ten at most', { maxConcurrent: 10 }],
  ['the newest first, ten at most', { newestFirst: true, maxConcurrent: 10 }],
]

describe.each(ways)('of a service that lists %s', (_, habit) => {
  it.each([0, 1, 24, 25, 26, 100, 125, 126, 226])('each of %i orders comes once, either way round', async (count) => {
    service.has(count, habit)
    const oldest = await read('oldest-first')
    expect(oldest.ids).toEqual(oldestToNewest(count))
    expect((await read('newest-first')).ids).toEqual(oldestToNewest(count).toReversed())
    expect(oldest.progress).toMatchObject({ read: count, unreadable: 0, missing: 0, asListed: false })
  })
})

it('where the total is not told, every order comes as the service lists them, and that is said', async () => {
  service.has(226, { tellsTotal: false })
  const { ids, progress } = await read('newest-first')
  expect(ids).toEqual(oldestToNewest(226))
  expect(progress).toEqual({ total: null, read: 226, unreadable: 0, missing: 0, asListed: true })
})

it('a service that does not skip what it is told to is not asked for ever, and what it held back is counted', async () => {
  service.has(300, { ignoresOffset: true })
  const { ids, progress } = await read('oldest-first')
  expect(new Set(ids).size).toBe(ids.length)
  expect(progress.missing).toBe(300 - ids.length)
})

it('an order that cannot be read comes as its gap and is counted', async () => {
  service.has(150)
  service.orders[120] = { ...orderAt(120), charges: 'none' }
  const { ids, progress } = await read('oldest-first')
  expect(ids).toEqual(oldestToNewest(150))
  expect(progress).toMatchObject({ read: 150, unreadable: 1 })
})

it('while the history grows, no order that was there is lost or comes twice', async () => {
  const growing = [
    fc.integer({ min: 0, max: 360 }),
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
    fc.boolean(),
    fc.integer({ min: 30, max: 200 }),
  ] as const
  await fc.assert(
    fc.asyncProperty(...growing, async (count, grows, newestFirst, oldest, maxConcurrent) => {
      service.has(count, { grows, newestFirst, maxConcurrent })
      const { ids } = await read(oldest ? 'oldest-first' : 'newest-first')
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(oldestToNewest(count)))
    }),
    { numRuns: 20 },
  )
})

it('what is personal comes masked', async () => {
  service.has(0)
  service.orders = [
    { ...orderAt(0), charges: [{ chargeId: 'c', amount: '1.00', status: 'settled', billingInfo: { firstName: 'Tainara' } }] },
  ]
  const found: string[] = []
  for await (const order of eachOrder(readOrders(whose(), { order: 'oldest-first' }))) found.push(JSON.stringify(order))
  expect(found.join()).toContain('T••••••')
  expect(found.join()).not.toContain('Tainara')
})

it('whoever leaves is followed by no further request', async () => {
  service.has(1_000)
  const leaving = new AbortController()
  const ids: (string | null)[] = []
  const leavesAtThirty = async () => {
    for await (const { orderId } of eachOrder(readOrders(whose(), { order: 'oldest-first', signal: leaving.signal }))) {
      ids.push(orderId)
      if (ids.length === 30) leaving.abort()
    }
  }
  await expect(leavesAtThirty()).rejects.toThrow()
  expect(service.asked.length).toBe(2)
})
