import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../auth/sessions'
import { Desk } from '../testing/desk'
import { listener } from '../testing/listener'
import { requestTo } from '../testing/request-to'
import { everyOrder, readingBegun, type Wanted } from './every-order'

const desk = new Desk()
const person: Person = { accountId: 'a', sessionId: 's', email: 'finance@desk.example.test', name: 'Finance', role: 'finance' }

/** How the service lists, of which nothing is promised (service-facts 2.13). */
type Habits = {
  newestFirst?: boolean
  ignoresLimit?: boolean
  ignoresOffset?: boolean
  mostAtOnce?: number
  tellsTotal?: boolean
  grows?: number
}

let orders: object[] = []
let habits: Habits = {}
let asked: URLSearchParams[] = []

const orderAt = (at: number) => ({
  orderId: `o-${at}`,
  createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, at)).toISOString().slice(0, 19).replace('T', ' '),
  charges: [],
})
const withOrders = (count: number, habit: Habits = {}) => {
  orders = Array.from({ length: count }, (_, at) => orderAt(at))
  habits = habit
  asked = []
}

beforeEach(async () => {
  const service = await listener((response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    asked.push(search)
    const listed = habits.newestFirst ? orders.toReversed() : orders
    const offset = habits.ignoresOffset ? 0 : Number(search.get('offset'))
    const limit = habits.ignoresLimit ? orders.length : Math.min(Number(search.get('limit')), habits.mostAtOnce ?? 1_000)
    const total = habits.tellsTotal === false ? null : orders.length
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: listed.slice(offset, offset + limit), meta: { total, offset } }))
    for (let grown = 0; grown < (habits.grows ?? 0); grown += 1) orders = [...orders, orderAt(orders.length)]
  })
  desk.serviceAt(service.url)
})

const about = (left?: AbortSignal) => ({
  ...{ person, merchant: requestTo('').merchant, buyerId: randomUUID() },
  ...(left ? { left } : {}),
})

async function read(wanted: Wanted) {
  const reading = readingBegun()
  const ids: (string | null)[] = []
  for await (const { orderId } of everyOrder(about(), wanted, reading)) ids.push(orderId)
  return { ids, reading }
}

const oldestFirst = (count: number) => Array.from({ length: count }, (_, at) => `o-${at}`)
const ways: [string, Habits][] = [
  ['the oldest first', {}],
  ['the newest first', { newestFirst: true }],
  ['all of it, whatever limit it is given', { ignoresLimit: true }],
  ['all of it, and does not tell how many', { ignoresLimit: true, tellsTotal: false }],
  ['the oldest first, ten at most', { mostAtOnce: 10 }],
  ['the newest first, ten at most', { newestFirst: true, mostAtOnce: 10 }],
]

describe.each(ways)('of a service that lists %s', (_, habit) => {
  it.each([0, 1, 24, 25, 26, 100, 125, 126, 226])('each of %i orders comes once, either way round', async (count) => {
    withOrders(count, habit)
    const oldest = await read('oldest-first')
    expect(oldest.ids).toEqual(oldestFirst(count))
    expect((await read('newest-first')).ids).toEqual(oldestFirst(count).toReversed())
    expect(oldest.reading).toMatchObject({ read: count, unreadable: 0, missing: 0, asListed: false })
  })
})

it('where the total is not told, every order comes as the service lists them, and that is said', async () => {
  withOrders(226, { tellsTotal: false })
  const { ids, reading } = await read('newest-first')
  expect(ids).toEqual(oldestFirst(226))
  expect(reading).toEqual({ total: null, read: 226, unreadable: 0, missing: 0, asListed: true })
})

it('a service that does not skip what it is told to is not asked for ever, and what it held back is counted', async () => {
  withOrders(300, { ignoresOffset: true })
  const { ids, reading } = await read('oldest-first')
  expect(new Set(ids).size).toBe(ids.length)
  expect(reading.missing).toBe(300 - ids.length)
})

it('an order that cannot be read comes as its gap and is counted', async () => {
  withOrders(150)
  orders[120] = { orderId: 'o-120', charges: 'none' }
  const { ids, reading } = await read('oldest-first')
  expect(ids).toEqual(oldestFirst(150))
  expect(reading).toMatchObject({ read: 150, unreadable: 1 })
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
    fc.asyncProperty(...growing, async (count, grows, newestFirst, oldest, mostAtOnce) => {
      withOrders(count, { grows, newestFirst, mostAtOnce })
      const { ids } = await read(oldest ? 'oldest-first' : 'newest-first')
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(oldestFirst(count)))
    }),
    { numRuns: 20 },
  )
})

it('what is personal comes masked', async () => {
  withOrders(0)
  orders = [
    { ...orderAt(0), charges: [{ chargeId: 'c', amount: '1.00', status: 'settled', billingInfo: { firstName: 'Tainara' } }] },
  ]
  const found: string[] = []
  for await (const order of everyOrder(about(), 'oldest-first', readingBegun())) found.push(JSON.stringify(order))
  expect(found.join()).toContain('T••••••')
  expect(found.join()).not.toContain('Tainara')
})

it('whoever leaves is followed by no further request', async () => {
  withOrders(1_000)
  const leaving = new AbortController()
  const ids: (string | null)[] = []
  const reading = async () => {
    for await (const { orderId } of everyOrder(about(leaving.signal), 'oldest-first', readingBegun())) {
      ids.push(orderId)
      if (ids.length === 30) leaving.abort()
    }
  }
  await expect(reading()).rejects.toThrow()
  expect(asked.length).toBe(2)
})
