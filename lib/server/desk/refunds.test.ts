import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isReadable } from '@/lib/charges/order-facts'
import type { OrdersPage } from '@/lib/orders-page'
import type { Role } from '@/lib/roles'
import { accounts } from '@/standin/accounts'
import { ids } from '@/standin/seed/stories'
import { type Standin, startStandin } from '@/standin/start'
import { database } from '../database/open'
import { Desk } from '../testing/desk'
import { buyerOrders } from './buyer-orders'
import { decideRefund, endRefund, getBatches, getBatchFile, getRefund, postBatch, postRefund, refundable } from './refunds'
import { serveDesk } from './serve-desk'

let standin: Standin
const desk = new Desk({ MERCHANTS: JSON.stringify(accounts) })
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(async () => {
  await standin.reset()
  desk.serviceAt(standin.url)
  const store = await database()
  for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await store.deleteFrom(table).execute()
})

const { buyer: buyerId, order: orderId, settledCharge } = ids.cascade
const paid = { buyerId, orderId, chargeId: settledCharge, amount: '162.00', reason: 'Bought by mistake', ticket: 'T-1' }

type Given = { as?: Role; headers?: Record<string, string | null> }
const ask = async (more: object = {}, given: Given = {}) =>
  desk.call(serveDesk('requestRefund', postRefund), 'POST', '/api/desk/refunds', { body: { ...paid, ...more }, ...given })
const refundId = async (given: Given = {}) => (await (await ask({}, given)).json()).id as string
const decide = (id: string, more: object = {}, given: Given = { as: 'finance' }) =>
  desk.call(serveDesk('decideRefund', decideRefund), 'POST', `/api/desk/refunds/${id}/decide`, {
    ...{ params: { refundId: id }, body: { version: 1, approve: true, reason: 'Paid twice', ...more } },
    ...given,
  })
const end = (id: string, body: object) =>
  desk.call(serveDesk('decideRefund', endRefund), 'POST', `/api/desk/refunds/${id}/end`, {
    ...{ params: { refundId: id }, body, as: 'finance' as const },
  })

/** The first charge of a buyer with a status, as the desk's own history shows it. */
async function chargeOf(buyer: string, status: string) {
  const path = `/api/desk/buyers/${buyer}/orders`
  const answer = await desk.call(serveDesk('read', buyerOrders), 'GET', path, { params: { buyerId: buyer } })
  const { orders }: OrdersPage = await answer.json()
  const found = orders.filter(isReadable).flatMap((order) => order.charges.map((charge) => ({ order, charge })))
  const first = found.find(({ charge }) => charge.status === status)
  if (!first) throw new Error(`No charge of ${buyer} is ${status}`)
  return first
}

describe('a request', () => {
  it('rests on what the service says was received, and comes back with an exact amount', async () => {
    const answer = await ask({ amount: '12.5' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      ...{ amount: '12.50', currency: 'BRL', state: 'waiting', ticket: 'T-1' },
      charge: { amount: '162.00', status: 'settled', orderId, provider: 'acqglobal_com' },
    })
  })

  it.each([
    ['0', 'above zero'],
    ['-1', 'above zero'],
    ['1.005', 'at most 2 fraction digits'],
    ['1e2', 'above zero'],
    ['162.01', 'At most 162.00 BRL is left'],
  ])('of %s is refused on its field, and nothing is kept', async (amount, says) => {
    const answer = await ask({ amount })
    const { fields } = await answer.json()
    expect([answer.status, fields[0].field]).toEqual([422, 'amount'])
    expect(fields[0].title).toContain(says)
    expect(await (await database()).selectFrom('refunds').selectAll().execute()).toEqual([])
  })

  it('takes no fraction digits of yen', async () => {
    const { order, charge } = await chargeOf(ids.yen.buyer, 'settled')
    const answer = await ask({ buyerId: ids.yen.buyer, orderId: order.orderId, chargeId: charge.chargeId, amount: '1.5' })
    expect((await answer.json()).fields[0].title).toContain('without fraction digits')
  })

  it('of a charge that took no money is refused in a sentence', async () => {
    const search = (chargeId: string) => `?${new URLSearchParams({ orderId, chargeId })}`
    const look = (chargeId: string) =>
      desk.call(serveDesk('read', refundable), 'GET', `/api/desk/buyers/${buyerId}/refundable`, {
        ...{ params: { buyerId }, search: search(chargeId) },
      })
    const { charge, left } = await (await look(settledCharge)).json()
    expect([charge.amount, left]).toEqual(['162.00', '162.00'])
    expect((await look(randomUUID())).status).toBe(404)
    const declined = await look((await chargeOf(buyerId, 'declined')).charge.chargeId)
    expect((await declined.json()).detail).toBe('This charge is declined: nothing was received by it that could be given back.')
  })

  it('that is sent twice under one id is kept once, and without an id not at all', async () => {
    const headers = { 'x-action-id': randomUUID() }
    const [one, other] = await Promise.all([ask({}, { headers }), ask({}, { headers })])
    expect([await one.json(), one.status]).toEqual([await other.json(), other.status])
    expect((await ask({}, { headers: { 'x-action-id': null } })).status).toBe(422)
    expect(await (await database()).selectFrom('refunds').selectAll().execute()).toHaveLength(1)
  })

  it('is not kept while the service cannot be asked', async () => {
    desk.serviceAt('http://127.0.0.1:9')
    expect((await ask()).status).toBe(503)
    expect(await (await database()).selectFrom('refunds').selectAll().execute()).toEqual([])
  })
})

describe('who may do what', () => {
  it.each([
    ['agent', 200, 403],
    ['finance', 403, 200],
    ['manager', 200, 200],
    ['admin', 403, 403],
  ] as const)('%s asks: %i, decides: %i', async (as, asks, decides) => {
    expect((await ask({ amount: '1.00' }, { as })).status).toBe(asks)
    expect((await decide((await (await ask({ amount: '10.00' })).json()).id, {}, { as })).status).toBe(decides)
  })

  it('a manager does not decide on their own request', async () => {
    const answer = await decide(await refundId({ as: 'manager' }), {}, { as: 'manager' })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'own_request'])
  })
})

it('goes from the request to a file and the provider’s reference, and the detail tells all of it', async () => {
  const id = await refundId()
  await decide(id)
  const by = { as: 'finance' as const }
  const { offers } = await (await desk.call(serveDesk('decideRefund', getBatches), 'GET', '/api/desk/refunds/batches', by)).json()
  const [{ merchant, provider, mid }] = offers
  const made = await desk.call(serveDesk('decideRefund', postBatch), 'POST', '/api/desk/refunds/batches', {
    ...{ body: { merchant, provider, mid }, ...by },
  })
  const batchId = (await made.json()).id
  const file = await desk.call(serveDesk('decideRefund', getBatchFile), 'GET', `/api/desk/refunds/batches/${batchId}`, {
    ...{ params: { batchId }, ...by },
  })
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="refunds-acqglobal_com-[\w.-]+\.csv"$/)
  expect(await file.text()).toContain(`162.00,BRL,${settledCharge},${orderId}`)
  expect((await end(id, { version: 3, outcome: 'done', reference: '' })).status).toBe(422)
  expect((await end(id, { version: 3, outcome: 'done', reference: 'RF-1' })).status).toBe(200)
  const detail = await desk.call(serveDesk('read', getRefund), 'GET', `/api/desk/refunds/${id}`, { params: { refundId: id } })
  const { refund, left } = await detail.json()
  expect([refund.state, left]).toEqual(['done', '162.00'])
  expect(refund.steps.map(({ kind, note }: { kind: string; note: string }) => [kind, note])).toEqual([
    ['asked', 'Bought by mistake'],
    ['approved', 'Paid twice'],
    ['batched', batchId],
    ['done', 'RF-1'],
  ])
})
