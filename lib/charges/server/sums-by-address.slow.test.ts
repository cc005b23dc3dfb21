import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { groupBy } from '@/lib/core/group-by'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { listener } from '@/lib/testing/listener'
import type { ChargeFigures, ChargeRows, ReadingProgress } from '../charge-answers'
import { ledgerSorts, sortFrom } from '../ledger'
import { all, count, everyFilter, type FilterValues, filters, orderOf, together } from '../ledger-for-tests'
import { expectedRows, moneyOf, shows, sumsOf, today } from '../reckoning-for-tests'
import { chargeFigures, chargeReading, chargeRows } from './handlers'

// The same ten thousand orders as in ledger.slow.test.ts, but as the page gets them: from a service, through the addresses it asks.

// How long a payment has been open is counted from here, far behind every order.
vi.setSystemTime(`${today}T12:00:00Z`)
afterAll(() => void vi.useRealTimers())

const dashboard = new Dashboard()
const buyerId = randomUUID()
const follows: Record<string, string> = {}

type Handler = Parameters<typeof serveDashboard<{ buyerId: string }>>[1]
async function ask(handler: Handler, search: Record<string, string> = {}): Promise<string> {
  const how = { search: `?${new URLSearchParams(search)}`, params: { buyerId }, as: 'finance' } as const
  const answer = await dashboard.call(serveDashboard('read', handler), 'GET', `/api/desk/buyers/${buyerId}/charges`, how)
  expect([answer.status, search]).toEqual([200, search])
  return answer.text()
}

const figuresOf = async (asked: FilterValues): Promise<ChargeFigures> =>
  JSON.parse(await ask(chargeFigures, { ...asked, ...follows }))

beforeEach(async () => {
  const orders = all.map(orderOf)
  const service = await listener((response, { url }) => {
    const search = new URL(url, 'http://x').searchParams
    const offset = Number(search.get('offset'))
    const data = orders.slice(offset, offset + Number(search.get('limit')))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, meta: { total: count } }))
  })
  dashboard.serviceAt(service.url)
  const lines = (await ask(chargeReading)).trim().split('\n')
  const progress: ReadingProgress = JSON.parse(lines.at(-1) ?? '')
  expect(progress).toMatchObject({ state: 'done', read: count, total: count, unreadable: 0 })
  Object.assign(follows, { reading: progress.id, read: String(progress.read) })
}, 120_000)

/** Of each currency and each of its months: what was received, in USD too, is open, lost, and the tax. */
function figuresBy({ currencies }: ChargeFigures['sums']) {
  return currencies
    .flatMap(({ currency, totals, tax, months }) => [
      [currency, 'all', totals.received.amount, totals.received.usd, totals.open.amount, totals.lost.amount, tax.amount],
      ...months.map(({ month, received, open, lost }) => [
        currency,
        month,
        received.amount,
        received.usd,
        open.amount,
        lost.amount,
      ]),
    ])
    .sort()
}

function reckonedBy(shown: typeof all, asked: FilterValues) {
  const byCurrency = groupBy(
    shown.flatMap((known) => moneyOf(known, asked)),
    ({ currency }) => currency,
  )
  return [...byCurrency]
    .flatMap(([currency, pieces]) => {
      const { received, usd, open, lost, tax } = sumsOf(pieces, currency)
      const byMonth = [...groupBy(pieces, ({ month }) => month)].map(([month, some]) => {
        const of = sumsOf(some, currency)
        return [currency, month, of.received, of.usd, of.open, of.lost]
      })
      return [[currency, 'all', received, usd, open, lost, tax], ...byMonth]
    })
    .sort()
}

it('the sums of every filter are those of another reckoning, to the last digit of each currency and month', async () => {
  for (const asked of [{}, ...everyFilter, ...together, ...fc.sample(filters, { numRuns: 12, seed: 18 })]) {
    const shown = all.filter((known) => shows(known, asked))
    const { sums, whole } = await figuresOf(asked)
    expect([asked, sums.orders, whole.orders]).toEqual([asked, shown.length, count])
    expect([asked, figuresBy(sums)]).toEqual([asked, reckonedBy(shown, asked)])
  }
}, 300_000)

it('after every sort and filter the rows are those of another reckoning, from the first to the last', async () => {
  const asked = fc.sample(filters, { numRuns: ledgerSorts.length, seed: 81 })
  for (const [index, given] of ledgerSorts.entries()) {
    for (const filter of [{}, everyFilter[index % everyFilter.length] ?? {}, asked[index] ?? {}]) {
      const right = expectedRows(
        all.filter((known) => shows(known, filter)),
        sortFrom(given),
        filter,
      )
      for (const from of [0, Math.floor(right.length / 2), Math.max(0, right.length - 100)]) {
        const search = { ...filter, ...follows, sort: given, offset: String(from), limit: '100' }
        const { found, orders }: ChargeRows = JSON.parse(await ask(chargeRows, search))
        expect([given, filter, found]).toEqual([given, filter, right.length])
        expect(orders.map(({ orderId }) => orderId)).toEqual(right.slice(from, from + 100))
      }
    }
  }
}, 300_000)
