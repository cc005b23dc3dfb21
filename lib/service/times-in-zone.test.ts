import { beforeEach, expect, it } from 'vitest'
import { getChargeHistory } from '@/lib/operations/queries'
import { buyerId } from '@/lib/operations/testing/valid-bodies'
import { startWith } from '@/lib/testing/environment'
import { json, listener } from '@/lib/testing/listener'
import { requestTo } from '@/lib/testing/request-to'
import { sendQuery } from './ask'
import { askForOrders } from './ask-for-orders'

beforeEach(() => startWith())

const charge = (createdAt: string) => ({ chargeId: `c-${createdAt}`, amount: '10.00', status: 'declined', createdAt })
const times = ['2026-11-28T04:59:59+00:00', '2026-11-28T00:00:00-05:00', '2026-11-28 04:59:59', 'soon']
const inNewYork = ['2026-11-27T23:59:59-05:00', '2026-11-28T00:00:00-05:00', '2026-11-28 04:59:59', 'soon']

it.each([
  ['America/New_York', inNewYork],
  ['UTC', [times[0], '2026-11-28T05:00:00+00:00', times[2], times[3]]],
])('a time of a history that carries an offset is told with that of %s, and any other as it came', async (timeZone, told) => {
  const order = { orderId: 'o-1', createdAt: times[0], charges: times.map(charge) }
  const broken = { orderId: 'o-2', createdAt: times[0], charges: 'none' }
  const service = await listener(json(200, { data: [order, broken], meta: { total: 2, offset: 0 } }))
  const request = requestTo(service.url, { params: { buyerId }, search: { limit: 25, offset: 0 }, merchant: { timeZone } })

  const page = (await sendQuery(getChargeHistory, request)).data
  const oneByOne: typeof page = []
  const reading = { deadlineMs: 5_000, signal: new AbortController().signal }
  await askForOrders(request, { ...reading, onOrder: (unread) => void oneByOne.push(unread.read()) })

  expect(oneByOne).toEqual(page)
  expect(page[1]).toEqual({ unreadable: true, orderId: 'o-2' })
  const [first] = page
  if (!first || 'unreadable' in first) throw new Error('The first order can be read')
  expect(first.createdAt).toBe(told[0])
  expect(first.charges.map(({ createdAt }) => createdAt)).toEqual(told)
})
