import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../auth/sessions'
import { Desk } from '../testing/desk'
import { problemIn } from '../testing/endings'
import { listener } from '../testing/listener'
import { requestTo } from '../testing/request-to'
import { readHistory } from './read-history'

const desk = new Desk()
const person = { accountId: 'a', sessionId: 's', email: 'a@desk.example.test', name: 'The agent', role: 'agent' } satisfies Person

/** How the service lists, of which nothing is promised (service-facts 2.13). */
type Habits = {
  newestFirst?: boolean
  ignoresLimit?: boolean
  brokenAt?: number
  mostAtOnce?: number
  tellsTotal?: boolean
  failsAt?: number[]
}

let count = 0
let habits: Habits = {}
let asked: string[] = []

const orderAt = (second: number) => ({
  orderId: `o-${second}`,
  createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, second)).toISOString().slice(0, 19).replace('T', ' '),
  charges: second % 50 === 7 ? 'none' : [],
})

beforeEach(async () => {
  const service = await listener((response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    asked.push(search.toString())
    if (habits.failsAt?.includes(asked.length)) return void response.writeHead(500).end()
    const all = Array.from({ length: count }, (_, at) => orderAt(habits.newestFirst ? count - 1 - at : at))
    const offset = Number(search.get('offset'))
    const limit = habits.ignoresLimit ? count : Math.min(Number(search.get('limit')), habits.mostAtOnce ?? 1_000)
    const meta = { total: habits.tellsTotal === false ? null : count, offset }
    response.writeHead(200, { 'content-type': 'application/json' })
    const text = JSON.stringify({ data: all.slice(offset, offset + limit), meta })
    response.end(text.replace(`"o-${habits.brokenAt}"`, '"o"x"'))
  })
  desk.serviceAt(service.url)
  asked = []
})

/** Every order as it comes, and how the list is to be sorted: newest first. */
async function read(found: { id: string | null; place: number }[] = []) {
  let total: number | null = null
  await readHistory(
    { person, merchant: requestTo('').merchant, buyerId: randomUUID(), left: new AbortController().signal },
    {
      onTotal: (told) => {
        total = told
      },
      onOrder: ({ order, place }) => void found.push({ id: order.orderId, place }),
    },
  )
  return { came: found.map(({ id }) => id), sorted: found.toSorted((a, b) => a.place - b.place).map(({ id }) => id), total }
}

const newestToOldest = (count: number) => Array.from({ length: count }, (_, at) => `o-${count - 1 - at}`)

const ways: [string, Habits][] = [
  ['with the oldest first', {}],
  ['with the newest first', { newestFirst: true }],
  ['whole, the oldest first, whatever limit it is given', { ignoresLimit: true }],
  ['whole, the newest first, whatever limit it is given', { ignoresLimit: true, newestFirst: true }],
  ['whole, and does not tell how many', { ignoresLimit: true, tellsTotal: false }],
  ['with the newest first, and does not tell how many', { newestFirst: true, tellsTotal: false }],
  ['with the oldest first, and does not tell how many', { tellsTotal: false }],
  ['with the oldest first, ten at most', { mostAtOnce: 10 }],
  ['with the newest first, ten at most', { newestFirst: true, mostAtOnce: 10 }],
  ['with the oldest first, and fails now and then', { failsAt: [2, 4] }],
]

describe.each(ways)('of a service that lists %s', (_, habit) => {
  it.each([0, 1, 24, 25, 26, 225, 226, 463])('every one of %i orders comes exactly once and knows its place', async (orders) => {
    habits = habit
    count = orders
    const { sorted, total } = await read()
    const isTold = habit.tellsTotal !== false
    expect(sorted).toEqual(newestToOldest(orders))
    if (isTold) expect(total).toBe(orders)
  })
})

it('where the service pages, the newest orders come first, whichever it lists first', async () => {
  count = 900
  for (const newestFirst of [true, false]) {
    habits = { newestFirst }
    expect((await read()).came).toEqual(newestToOldest(900))
  }
})

it('an answer that goes on beyond its limit is read in one request', async () => {
  habits = { ignoresLimit: true }
  count = 800
  await read()
  expect(asked).toEqual(['offset=0&limit=25'])
})

it('a service that keeps failing is said to fail, and not asked for ever', async () => {
  habits = { failsAt: [2, 3, 4] }
  count = 400
  expect(await problemIn(read())).toMatchObject({ kind: 'unavailable' })
  expect(asked.length).toBeLessThanOrEqual(4)
})

it('a piece that holds an order which is no JSON is not taken in, and what came before it is', async () => {
  habits = { brokenAt: 600 }
  count = 900
  const found: { id: string | null; place: number }[] = []
  expect(await problemIn(read(found))).toMatchObject({ code: 'bad_json' })
  expect(found.map(({ id }) => id)).toEqual(newestToOldest(900).slice(0, 200))
})
