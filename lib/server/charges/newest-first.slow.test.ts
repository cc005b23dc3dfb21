import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { joinPieces } from '@/lib/charges/history-pieces'
import type { OrdersPage } from '@/lib/orders-page'
import type { Person } from '../auth/sessions'
import { Desk } from '../testing/desk'
import { problemIn } from '../testing/endings'
import { listener } from '../testing/listener'
import { requestTo } from '../testing/request-to'
import { newestFirst } from './newest-first'

const desk = new Desk()
const person = {
  accountId: 'a',
  sessionId: 's',
  email: 'agent@desk.example.test',
  name: 'The agent',
  role: 'agent',
} satisfies Person

/** How the service lists, of which nothing is promised (service-facts 2.13). */
type Habits = { newestFirst?: boolean; ignoresLimit?: boolean; mostAtOnce?: number; tellsTotal?: boolean; grows?: number }

let orders: { orderId: string; createdAt: string | null; charges: never[] }[] = []
let habits: Habits = {}
let asked: string[] = []

const orderAt = (second: number) => ({
  orderId: `o-${second}`,
  createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, second)).toISOString().slice(0, 19).replace('T', ' '),
  charges: [] as never[],
})
const withOrders = (count: number, habit: Habits = {}) => {
  orders = Array.from({ length: count }, (_, at) => orderAt(at))
  habits = habit
  asked = []
}

beforeEach(async () => {
  const service = await listener((response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    asked.push(search.toString())
    const listed = habits.newestFirst ? orders.toReversed() : orders
    const offset = Number(search.get('offset'))
    const limit = habits.ignoresLimit ? orders.length : Math.min(Number(search.get('limit')), habits.mostAtOnce ?? 1_000)
    const total = habits.tellsTotal === false ? null : orders.length
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: listed.slice(offset, offset + limit), meta: { total, offset } }))
    for (let grown = 0; grown < (habits.grows ?? 0); grown += 1) orders = [...orders, orderAt(orders.length)]
  })
  desk.serviceAt(service.url)
})

const about = () => ({ person, merchant: requestTo('').merchant, buyerId: randomUUID() })

/** Every piece, as a person gets them who reads on to the end. */
async function pieces(): Promise<OrdersPage[]> {
  const buyer = about()
  const all = [await newestFirst(buyer, null)]
  for (let next = all[0]?.next ?? null; next !== null; next = all.at(-1)?.next ?? null) {
    expect(all.length).toBeLessThan(50)
    all.push(await newestFirst(buyer, next))
  }
  return all
}

const idsOf = (all: OrdersPage[]) => all.flatMap((piece) => piece.orders.map(({ orderId }) => orderId))
const newestToOldest = (count: number) => Array.from({ length: count }, (_, at) => `o-${count - 1 - at}`)
const around = [0, 1, 24, 25, 26, 100, 125, 126, 226]

const ways: [string, Habits][] = [
  ['with the oldest first', {}],
  ['with the newest first', { newestFirst: true }],
  ['whole, whatever limit it is given', { ignoresLimit: true }],
  ['whole, and does not tell how many', { ignoresLimit: true, tellsTotal: false }],
  ['with the newest first, and does not tell how many', { newestFirst: true, tellsTotal: false }],
  ['with the oldest first, ten at most', { mostAtOnce: 10 }],
  ['with the newest first, ten at most', { newestFirst: true, mostAtOnce: 10 }],
]

describe.each(ways)('of a service that lists %s', (_, habit) => {
  it.each(around)('every one of %i orders comes exactly once, the newest first', async (count) => {
    withOrders(count, habit)
    expect(idsOf(await pieces())).toEqual(newestToOldest(count))
  })
})

it('of a service that lists the oldest first and does not tell how many, every order comes exactly once', async () => {
  for (const count of around) {
    withOrders(count, { tellsTotal: false })
    expect(idsOf(await pieces()).sort()).toEqual(newestToOldest(count).sort())
  }
})

it('however many orders of one second or without a time there are, each comes exactly once', async () => {
  const times = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }), { maxLength: 130 })
  await fc.assert(
    fc.asyncProperty(times, fc.boolean(), async (seconds, newest) => {
      withOrders(0, { newestFirst: newest })
      orders = seconds.map((second, at) => ({
        ...orderAt(second ?? 0),
        orderId: `o-${at}`,
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
        withOrders(count, { grows, newestFirst: newest })
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
  withOrders(1_000)
  const first = await newestFirst(about(), null)
  expect([first.orders.length, first.total, first.orders[0]?.orderId]).toEqual([25, 1_000, 'o-999'])
  expect(asked).toEqual(['offset=0&limit=25', 'offset=975&limit=25'])
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
  withOrders(1)
  expect(await problemIn(newestFirst(about(), cursor))).toMatchObject({ kind: 'invalid', fields: [{ field: 'cursor' }] })
  expect(asked).toEqual([])
})
