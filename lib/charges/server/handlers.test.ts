import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Problem } from '@/lib/core/problem'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { forgetSingletons } from '@/lib/platform/singleton-for-tests'
import { type CallOptions, Dashboard } from '@/lib/testing/dashboard'
import { type Listener, listener } from '@/lib/testing/listener'
import type { ChargeFigures, ChargeRows, ReadingProgress } from '../charge-answers'
import { chargeLike, orderLike } from '../examples-for-tests'
import { chargeFigures, chargeReading, chargeRows } from './handlers'

const dashboard = new Dashboard()
let orders: object[] = []
/** What the service does before the second window and every later one. */
let beforeLater: () => Promise<void> = async () => {}
let service: Listener
let cut = 0

const billed = (fingerprint: string) => ({ billingInfo: { firstName: 'Odile', lastName: 'Beispiel', fingerprint } })
const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, second)).toISOString().slice(0, 19).replace('T', ' ')
const orderAt = (second: number, fingerprint = 'f'.repeat(32)) =>
  orderLike(
    [chargeLike({ ...billed(fingerprint), createdAt: at(second), ...(second % 10 === 3 ? { status: 'declined' } : {}) })],
    {
      orderId: `o-${second}`,
      createdAt: at(second),
    },
  )

beforeEach(async () => {
  beforeLater = async () => {}
  cut = 0
  service = await listener(async (response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    const offset = Number(search.get('offset'))
    response.on('close', () => {
      if (!response.writableFinished) cut += 1
    })
    if (offset > 0) await beforeLater()
    const data = orders.slice(offset, offset + Number(search.get('limit')))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { total: orders.length } }))
  })
  dashboard.serviceAt(service.url)
})

type Handler = Parameters<typeof serveDashboard<{ buyerId: string }>>[1]
const ask = (handler: Handler, buyerId: string, asked: CallOptions = {}) =>
  dashboard.call(serveDashboard('read', handler), 'GET', `/api/desk/buyers/${buyerId}/charges`, { ...asked, params: { buyerId } })
const jsonOf = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T
const rows = (buyerId: string, search = '', asked: CallOptions = {}) =>
  jsonOf<ChargeRows>(ask(chargeRows, buyerId, { search, ...asked }))
const figures = (buyerId: string, search = '') => jsonOf<ChargeFigures>(ask(chargeFigures, buyerId, { search }))

/** Reads the whole history, as the page does, and says what was told on the way. */
async function readWhole(buyerId: string, asked: CallOptions = {}): Promise<ReadingProgress[]> {
  const lines = await (await ask(chargeReading, buyerId, asked)).text()
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReadingProgress)
}

it('a whole history is read once, and rows, sums and facets come from what was kept', async () => {
  orders = Array.from({ length: 500 }, (_, second) => orderAt(second))
  const buyerId = randomUUID()
  expect((await readWhole(buyerId)).at(-1)).toMatchObject({ state: 'done', read: 500, total: 500, unreadable: 0 })
  const asked = service.received.length
  const page = await rows(buyerId, '?offset=100&limit=50')
  expect([page.found, page.orders.length, page.orders[0]?.orderId, page.orders.at(-1)?.orderId]).toEqual([
    500,
    50,
    'o-399',
    'o-350',
  ])
  const { sums, facets } = await figures(buyerId)
  expect(sums.currencies[0]?.totals).toMatchObject({
    received: { amount: '72900.00', orders: 450 },
    lost: { amount: '8100.00', orders: 50 },
  })
  expect(facets.states).toEqual({ received: 450, declined: 50, open: 0, other: 0 })
  expect(service.received.length).toBe(asked)
})

it('rows and sums follow the filter, over orders that nobody has seen', async () => {
  orders = Array.from({ length: 300 }, (_, second) => orderAt(second))
  const buyerId = randomUUID()
  await readWhole(buyerId)
  expect(await rows(buyerId, '?find=O-17&state=received')).toMatchObject({ found: 10, offset: 0 })
  expect((await figures(buyerId, '?money=lost')).sums).toMatchObject({ orders: 30, attempts: { lost: 30 } })
})

it('what is personal leaves masked, and no file with a name is left on disk', async () => {
  orders = [orderAt(1)]
  const buyerId = randomUUID()
  await readWhole(buyerId)
  expect(JSON.stringify(await rows(buyerId))).not.toMatch(/Beispiel|Odile|ffffffff/)
  expect(readdirSync(join(process.env.DATA_DIR ?? '', 'histories'))).toEqual([])
})

it('an order that cannot be read keeps its place among the others, and is in no sum', async () => {
  orders = [orderAt(1), { orderId: 'broken', charges: 'none' }, orderAt(2)]
  const buyerId = randomUUID()
  await readWhole(buyerId)
  const { orders: shown, progress } = await rows(buyerId)
  expect(shown.map(({ orderId }) => orderId)).toEqual(['o-2', 'broken', 'o-1'])
  expect(progress.unreadable).toBe(1)
  expect((await figures(buyerId)).sums.currencies[0]?.totals.received.orders).toBe(2)
})

it('of a service that sends all at once, in whatever order, the newest stand first', async () => {
  const seconds = Array.from({ length: 300 }, (_, index) => (index * 7) % 300)
  const whole = await listener((response) => {
    const data = seconds.map((second) => orderAt(second))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { total: 300 } }))
  })
  dashboard.serviceAt(whole.url)
  const buyerId = randomUUID()
  expect((await readWhole(buyerId)).at(-1)).toMatchObject({ state: 'done', read: 300 })
  const pages = await Promise.all([0, 100, 200].map((offset) => rows(buyerId, `?limit=100&offset=${offset}`)))
  const shown = pages.flatMap((page) => page.orders.map(({ orderId }) => orderId))
  expect(shown).toEqual(Array.from({ length: 300 }, (_, index) => `o-${299 - index}`))
  expect(whole.received).toHaveLength(1)
})

it('while it is read, what is there is shown, and how far it is', async () => {
  orders = Array.from({ length: 900 }, (_, second) => orderAt(second))
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  beforeLater = async () => {
    if (service.received.length > 2) await held
  }
  const buyerId = randomUUID()
  const whole = readWhole(buyerId)
  await vi.waitFor(async () => expect((await rows(buyerId)).found).toBe(200), { timeout: 10_000 })
  const { orders: newest, progress } = await rows(buyerId, '?limit=25')
  expect(newest[0]?.orderId).toBe('o-899')
  expect(progress).toMatchObject({ state: 'reading', read: 200, total: 900 })
  goOn()
  expect((await whole).at(-1)).toMatchObject({ state: 'done', read: 900 })
})

it('whoever leaves ends the read at the service, and who comes back has it read anew', async () => {
  orders = Array.from({ length: 900 }, (_, second) => orderAt(second))
  beforeLater = () => new Promise(() => {})
  const buyerId = randomUUID()
  const leaving = new AbortController()
  const request = new Request('https://desk.example.test/x', {
    signal: leaving.signal,
    headers: { cookie: await dashboard.cookie('agent') },
  })
  const answer = serveDashboard('read', chargeReading)(request, { params: Promise.resolve({ buyerId }) })
  await vi.waitFor(() => expect(service.received).toHaveLength(2), { timeout: 10_000 })
  leaving.abort()
  await answer
  await vi.waitFor(() => expect(cut).toBe(1), { timeout: 10_000 })
  beforeLater = async () => {}
  expect((await readWhole(buyerId)).at(-1)).toMatchObject({ state: 'done', read: 900 })
})

it('what one session has read is nothing to another', async () => {
  orders = [orderAt(1)]
  const buyerId = randomUUID()
  const [mine] = await readWhole(buyerId)
  const [theirs] = await readWhole(buyerId, { as: 'finance' })
  expect(theirs?.id).not.toBe(mine?.id)
  expect(await rows(buyerId)).toMatchObject({ progress: { id: mine?.id } })
})

describe('a copy that has not read the history', () => {
  const elsewhere = () => forgetSingletons('history-readings')

  it('answers for the one that has with as much, and for one that was begun later anew', async () => {
    orders = Array.from({ length: 500 }, (_, second) => orderAt(second))
    const buyerId = randomUUID()
    const theirs = (await readWhole(buyerId)).at(-1)
    elsewhere()
    const asked = `?reading=${theirs?.id}&read=${theirs?.read}`
    const [page, { sums }] = await Promise.all([rows(buyerId, `${asked}&offset=450`), figures(buyerId, asked)])
    expect([page.found, page.orders.length, page.orders.at(-1)?.orderId]).toEqual([500, 50, 'o-0'])
    expect(sums.orders).toBe(500)
    const sent = service.received.length
    orders = [...orders, orderAt(500)]
    expect(await rows(buyerId, asked)).toMatchObject({ found: 500 })
    expect(service.received).toHaveLength(sent)
    const later = `?reading=${randomUUID()}&read=501`
    expect([(await rows(buyerId, later)).found, (await rows(buyerId, asked)).found]).toEqual([501, 501])
  })

  it('says so where it cannot read as far', async () => {
    const breaking = await listener((response, { url }) => {
      const data = Array.from({ length: 25 }, (_, second) => orderAt(second))
      response.writeHead(url.includes('offset=0') ? 200 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data, meta: { total: 500 } }))
    })
    dashboard.serviceAt(breaking.url)
    const problem = await jsonOf<Problem>(ask(chargeRows, randomUUID(), { search: `?reading=${randomUUID()}&read=500` }))
    expect(problem.kind).toBe('unavailable')
  })
})

it('a card that was seen under another buyer is a doubt that names them, and nothing of the fingerprint is told', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const fingerprint = randomUUID().replaceAll('-', '')
  orders = [orderAt(1, fingerprint), orderAt(2, fingerprint)]
  await readWhole(one)
  expect((await figures(one)).doubts).toEqual([])
  await readWhole(other)
  const { doubts } = await figures(other)
  expect(doubts).toMatchObject([{ kind: 'shared-card', count: 1, orders: 2, examples: [{ buyers: [{ id: one, title: null }] }] }])
  expect(JSON.stringify(doubts)).not.toContain(fingerprint)
})

describe('what makes no sense is refused by name, and nothing is sent', () => {
  it.each([
    ['?month=2025', 'month'],
    ['?money=paid', 'money'],
    ['?has=fraud', 'has'],
    ['?state=actions', 'state'],
    ['?limit=7', 'limit'],
    ['?offset=-1', 'offset'],
    ['?colour=red', 'colour'],
    [`?find=${'x'.repeat(201)}`, 'find'],
  ])('%s', async (search, field) => {
    const problem = await jsonOf<Problem>(ask(chargeRows, randomUUID(), { search }))
    expect(problem).toMatchObject({ kind: 'invalid', fields: [{ field }] })
    expect(service.received).toEqual([])
  })

  it('a buyer’s id that is none', async () => {
    expect(await jsonOf<Problem>(ask(chargeRows, 'x'))).toMatchObject({ kind: 'notFound' })
  })
})

it('a history of which nothing can be read is its problem', async () => {
  const failing = await listener(
    (response) =>
      void response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"code":3000,"message":"No such buyer","traceId":"t-1"}'),
  )
  dashboard.serviceAt(failing.url)
  const buyerId = randomUUID()
  expect(await jsonOf<Problem>(ask(chargeFigures, buyerId))).toMatchObject({ kind: 'notFound' })
  expect((await readWhole(buyerId)).at(-1)).toMatchObject({ state: 'failed', problem: { kind: 'notFound' } })
})
