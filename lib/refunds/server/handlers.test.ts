import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrdersPage } from '@/lib/charges/history-pieces'
import { isReadable } from '@/lib/charges/order-facts'
import { buyerOrders } from '@/lib/charges/server/handlers'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import {
  decideRefund,
  endRefund,
  getBatches,
  getBatchFile,
  getRefund,
  listRefunds,
  postBatch,
  postRefund,
  refundable,
} from './handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(async () => {
  await standin.reset()
  dashboard.serviceAt(standin.url)
  const store = await database()
  for (const table of ['refund_steps', 'refund_batches', 'refunds'] as const) await store.deleteFrom(table).execute()
})

const { buyer: buyerId, order: orderId, settledCharge } = ids.cascade
const paid = { buyerId, orderId, chargeId: settledCharge, amount: '162.00', reason: 'Bought by mistake', ticket: 'T-1' }

type CallInput = { as?: Role; headers?: Record<string, string | null> }
const ask = async (more: object = {}, given: CallInput = {}) =>
  dashboard.call(serveDashboard('requestRefund', postRefund), 'POST', '/api/desk/refunds', {
    body: { ...paid, ...more },
    ...given,
  })
const refundId = async (given: CallInput = {}) => (await (await ask({}, given)).json()).id as string
const decide = (id: string, more: object = {}, given: CallInput = { as: 'finance' }) =>
  dashboard.call(serveDashboard('decideRefund', decideRefund), 'POST', `/api/desk/refunds/${id}/decide`, {
    params: { refundId: id },
    body: { version: 1, approve: true, reason: 'Paid twice', ...more },
    ...given,
  })
const end = (id: string, body: object) =>
  dashboard.call(serveDashboard('decideRefund', endRefund), 'POST', `/api/desk/refunds/${id}/end`, {
    params: { refundId: id },
    body,
    as: 'finance' as const,
  })

/** The first charge of a buyer with a status, perhaps of a certain order, as the desk's own history shows it. */
async function chargeOf(buyer: string, status: string, inOrder?: string) {
  const path = `/api/desk/buyers/${buyer}/orders`
  const answer = await dashboard.call(serveDashboard('read', buyerOrders), 'GET', path, { params: { buyerId: buyer } })
  const { orders }: OrdersPage = await answer.json()
  const found = orders.filter(isReadable).flatMap((order) => order.charges.map((charge) => ({ order, charge })))
  const first = found.find(({ order, charge }) => charge.status === status && (inOrder ?? order.orderId) === order.orderId)
  if (!first) throw new Error(`No charge of ${buyer} is ${status}`)
  return first
}

describe('a request', () => {
  it('rests on what the service says was received, and comes back with an exact amount', async () => {
    const answer = await ask({ amount: '12.5' })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      amount: '12.50',
      currency: 'BRL',
      state: 'waiting',
      ticket: 'T-1',
      charge: { amount: '162.00', status: 'settled', orderId, provider: 'acqglobal_com' },
    })
  })

  it.each([
    ['0', 'above zero'],
    ['-1', 'above zero'],
    ['1.005', 'up to 2 decimals'],
    ['1e2', 'above zero'],
    ['162.01', 'up to 162.00 BRL'],
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
    expect((await answer.json()).fields[0].title).toContain('without decimals')
  })

  it('of a charge that took no money is refused in a sentence', async () => {
    const search = (chargeId: string, of: string) => `?${new URLSearchParams({ orderId: of, chargeId })}`
    const look = (chargeId: string, of: string = orderId) =>
      dashboard.call(serveDashboard('read', refundable), 'GET', `/api/desk/buyers/${buyerId}/refundable`, {
        params: { buyerId },
        search: search(chargeId, of),
      })
    const { charge, left } = await (await look(settledCharge)).json()
    expect([charge.amount, left]).toEqual(['162.00', '162.00'])
    const none = await look(randomUUID())
    expect([none.status, (await none.json()).detail]).toEqual([
      404,
      'The service has no such charge for this buyer. Check the buyer and the charge id.',
    ])
    expect((await look(settledCharge, 'another-order')).status).toBe(404)
    const declined = await look((await chargeOf(buyerId, 'declined')).charge.chargeId)
    expect([declined.status, await declined.json()]).toEqual([
      409,
      expect.objectContaining({
        kind: 'conflict',
        code: 'not_received',
        detail: 'This charge is declined. No money was received, so there’s nothing to refund.',
      }),
    ])
    await ask({ amount: '60.00' })
    expect(await (await look(settledCharge)).json()).toMatchObject({ requested: '60.00', left: '102.00' })
  })

  it('keeps of the charge what its order tells: the country and what was bought', async () => {
    const { order, charge } = await chargeOf(buyerId, 'settled')
    const kept = (await (await ask()).json()).charge
    expect([kept.country, kept.products]).toEqual([charge.billingInfo?.country, order.products.map(({ name }) => name)])
  })

  it('is in the currency of the charge, also where the order was in another', async () => {
    const { doubts } = ids
    const { order, charge } = await chargeOf(doubts.buyer, 'settled', doubts.otherCurrency)
    expect([order.currency, charge.currency]).toEqual(['EUR', 'USD'])
    const answer = await ask({ buyerId: doubts.buyer, orderId: order.orderId, chargeId: charge.chargeId, amount: charge.amount })
    const kept = await answer.json()
    expect([kept.currency, kept.charge.doubts]).toEqual(['USD', [expect.stringContaining(`took ${charge.amount} USD`)]])
  })

  it('says how many other buyers the card was seen with, and gives nothing of the card away', async () => {
    const { buyer } = ids.settledTwice
    await chargeOf(ids.doubts.buyer, 'settled')
    const { order, charge } = await chargeOf(buyer, 'settled')
    const answer = await ask({ buyerId: buyer, orderId: order.orderId, chargeId: charge.chargeId, amount: '1.00' })
    const { id, charge: kept } = await answer.json()
    const params = { refundId: id }
    const detail = await dashboard.call(serveDashboard('read', getRefund), 'GET', `/api/desk/refunds/${id}`, { params })
    expect((await detail.json()).sameCard).toBe(1)
    expect(Object.keys(kept).filter((name) => /card|fingerprint/i.test(name))).toEqual([])
    expect(JSON.stringify(kept)).not.toContain('Odile')
  })

  it('that is sent twice under one id is kept once, and without an id not at all', async () => {
    const headers = { 'x-action-id': randomUUID() }
    const [one, other] = await Promise.all([ask({}, { headers }), ask({}, { headers })])
    expect([await one.json(), one.status]).toEqual([await other.json(), other.status])
    expect((await ask({}, { headers: { 'x-action-id': null } })).status).toBe(422)
    expect(await (await database()).selectFrom('refunds').selectAll().execute()).toHaveLength(1)
  })

  it('that is sent once more says what has become of it since', async () => {
    const headers = { 'x-action-id': randomUUID() }
    const { id } = await (await ask({}, { headers })).json()
    await decide(id, { approve: false, reason: 'No' })
    expect(await (await ask({}, { headers })).json()).toMatchObject({ id, state: 'refused' })
  })

  it('is not kept while the service cannot be asked', async () => {
    dashboard.serviceAt('http://127.0.0.1:9')
    expect((await ask()).status).toBe(503)
    expect(await (await database()).selectFrom('refunds').selectAll().execute()).toEqual([])
  })
})

it.each(['find=%00', 'provider=a%0Ab', 'from=2026-02-30', 'state=lost', 'cursor=first'])(
  'a filter of the list that nobody understands is refused: %s',
  async (query) => {
    const answer = await dashboard.call(serveDashboard('read', listRefunds), 'GET', `/api/desk/refunds?${query}`, {
      as: 'finance',
    })
    expect(answer.status).toBe(422)
    expect((await answer.json()).fields[0].field).toBe(query.split('=')[0])
  },
)

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
  const { offers } = await (
    await dashboard.call(serveDashboard('decideRefund', getBatches), 'GET', '/api/desk/refunds/batches', by)
  ).json()
  const [{ merchant, provider, mid }] = offers
  const made = await dashboard.call(serveDashboard('decideRefund', postBatch), 'POST', '/api/desk/refunds/batches', {
    body: { merchant, provider, mid },
    ...by,
  })
  const batchId = (await made.json()).id
  const file = await dashboard.call(serveDashboard('decideRefund', getBatchFile), 'GET', `/api/desk/refunds/batches/${batchId}`, {
    params: { batchId },
    ...by,
  })
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="refunds-acqglobal_com-[\w.-]+\.csv"$/)
  expect(await file.text()).toContain(`162.00,BRL,${settledCharge},${orderId}`)
  expect((await end(id, { version: 3, outcome: 'done', reference: '' })).status).toBe(422)
  expect((await end(id, { version: 3, outcome: 'done', reference: 'RF-1' })).status).toBe(200)
  const detail = await dashboard.call(serveDashboard('read', getRefund), 'GET', `/api/desk/refunds/${id}`, {
    params: { refundId: id },
  })
  const { refund, left } = await detail.json()
  expect([refund.state, left]).toEqual(['done', '162.00'])
  expect(refund.steps.map(({ kind, note }: { kind: string; note: string }) => [kind, note])).toEqual([
    ['asked', 'Bought by mistake'],
    ['approved', 'Paid twice'],
    ['batched', batchId],
    ['done', 'RF-1'],
  ])
})
