import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { postRefund, refundable } from './handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())
beforeEach(async () => {
  for (const table of ['refund_steps', 'refunds'] as const) await (await database()).deleteFrom(table).execute()
})

const { buyer: buyerId, order: orderId, settledCharge: chargeId } = ids.cascade
const look = async () => {
  const answer = await dashboard.call(serveDashboard('read', refundable), 'GET', `/api/desk/buyers/${buyerId}/refundable`, {
    params: { buyerId },
    search: `?${new URLSearchParams({ orderId, chargeId })}`,
  })
  return (await answer.json()).requests as string[]
}
const ask = (seen: string[], id: string = randomUUID()) =>
  dashboard.call(serveDashboard('requestRefund', postRefund), 'POST', '/api/desk/refunds', {
    body: { buyerId, orderId, chargeId, amount: '5.00', reason: 'Goodwill', ticket: null, seen },
    headers: { 'x-action-id': id },
  })

it('tells what was requested of a charge, and takes another request only from who saw that', async () => {
  const seen = await look()
  expect(seen).toEqual([])
  const first = await (await ask(seen)).json()
  const second = await ask(seen)
  expect([second.status, (await second.json()).code]).toEqual([409, 'changed'])
  expect(await look()).toEqual([first.id])
  expect((await ask(await look())).status).toBe(200)
})

it('answers a repeat as it answered first, whatever was seen of its own first try meanwhile', async () => {
  const id = randomUUID()
  expect((await ask([], id)).status).toBe(200)
  const repeats = await Promise.all([ask([], id), ask([id], id), ask([id, randomUUID()], id)])
  expect(repeats.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await look()).toEqual([id])
})
