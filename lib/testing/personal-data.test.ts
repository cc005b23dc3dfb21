import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAction } from '@/lib/commands/server/action-handlers'
import { preview } from '@/lib/commands/server/preview-handlers'
import { isObject } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { findBuyerByEmail, getChargeHistory, getOneClickPrices, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from './dashboard'
import { json, listener } from './listener'
import { routes } from './routes'

const dashboard = new Dashboard()
const params = { buyerId, subscriptionId, email: 'tainara@example.test' }
const example = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../standin/examples/${name}.json`, import.meta.url), 'utf8'))

const personal = new Set([
  'firstName',
  'lastName',
  'ipAddress',
  'fingerprint',
  'personalIdValue',
  'zip',
  'street',
  'email',
  'bin',
])

/** What in an answer of the service is about a person: the values of such fields, and any e-mail. */
function personalIn(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => personalIn(each, field))
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => personalIn(inner, key))
  return typeof value === 'string' && value !== '' && (personal.has(field) || value.includes('@')) ? [value] : []
}

const examples = [
  { name: 'charge-history', operation: getChargeHistory, holds: 19 },
  { name: 'prices-answer', operation: getOneClickPrices, holds: 1 },
  { name: 'tokens', operation: listTokens, holds: 6 },
  { name: 'subscriptions', operation: listSubscriptions, holds: 0 },
] as const

describe('nobody’s data leaves the server in clear (A07)', () => {
  it.each(examples)('in the answer to $operation.name', async ({ name, operation, holds }) => {
    const clear = personalIn(example(name))
    dashboard.serviceAt((await listener(json(200, example(name)))).url)
    const answer = await dashboard.ask(operation, {
      as: 'admin',
      params,
      ...(operation.method === 'POST' ? { body: validBodies.getOneClickPrices } : {}),
    })
    const text = (await answer.text()) + JSON.stringify([...answer.headers])
    expect([answer.status, clear.length]).toEqual([200, holds])
    for (const value of clear) expect(text).not.toContain(value)
  })

  it('in the pieces of a charge history', async () => {
    dashboard.serviceAt((await listener(json(200, example('charge-history')))).url)
    const [route] = (await routes()).filter(({ path }) => path === '/api/desk/buyers/{buyerId}/orders')
    const answer = await route?.handler(
      new Request('https://desk.example.test/x', { headers: { cookie: await dashboard.cookie('admin') } }),
      { params: Promise.resolve(params) },
    )
    const text = (await answer?.text()) ?? ''
    expect(text).toContain('Wq7LmR2x')
    for (const value of personalIn(example('charge-history'))) expect(text).not.toContain(value)
  })

  it('in what a command answers', async () => {
    const statusInfo = [{ status: 'active', reason: 'Asked by tainara@example.test', createdAt: 'x' }]
    dashboard.serviceAt((await listener(json(200, { data: { id: subscriptionId, status: 'active', statusInfo } }))).url)
    const answer = await dashboard.ask(changeAutochargeStatus, { params, body: validBodies.changeAutochargeStatus })
    expect(await answer.text()).toContain('Asked by t•••••a@e••••••.test')
  })

  it('in what an order says that it will do, whether previewed, written into the journal or shown', async () => {
    const answered = { data: { url: 'https://pay.example.test/1', params: {} } }
    const service = await listener(json(200, answered))
    dashboard.serviceAt(service.url)
    const metaData = { note: 'seen at 203.0.113.66, 2001:db8::66 and 203.0.113.66:8443', '203.0.113.66': ['203.0.113.66'] }
    const body = { ...validBodies.createInitialOrder, metaData, buyerMeta: { ip: '203.0.113.77', firstName: 'Tainara' } }
    const actionId = randomUUID()
    const wanted = { operation: 'createInitialOrder', params: {}, body, buyerAddress: null }
    const previewed = await dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', { body: wanted })
    const answer = await dashboard.ask(createInitialOrder, { body, headers: { 'x-action-id': actionId } })
    expect([previewed.status, answer.headers.get('x-outcome')]).toEqual([200, 'done'])
    expect(JSON.parse(service.received[0]?.body ?? '')).toMatchObject({
      metaData: { note: metaData.note },
      buyerMeta: body.buyerMeta,
    })
    const read = await dashboard.call(serveDashboard('read', readAction), 'GET', `/api/desk/actions/${actionId}`, {
      params: { actionId },
    })
    const store = await database()
    const rows = {
      action: await store.selectFrom('actions').selectAll().where('action_id', '=', actionId).execute(),
      entries: await store.selectFrom('journal').selectAll().where('action_id', '=', actionId).execute(),
    }
    for (const told of [await previewed.text(), await read.text(), JSON.stringify(rows)]) {
      expect(told).not.toMatch(/203\.0\.113\.\d|db8::6|Tainara/)
      expect(told).toContain('seen at 203.0.113.•••, 2001:db8:•••')
      expect(told).toContain('ip: 203.0.113.•••')
    }
  })

  it('in a refusal', async () => {
    const errors = [{ field: 'email', title: 'tainara@example.test is no address', values: { email: 'tainara@example.test' } }]
    dashboard.serviceAt(
      (await listener(json(422, { code: 0, message: 'No mail goes to tainara@example.test', traceId: 't-1', errors }))).url,
    )
    const answer = await dashboard.ask(findBuyerByEmail, { params })
    expect(answer.status).toBe(422)
    expect(await answer.text()).not.toContain('tainara')
  })
})

it('what is not personal is told', async () => {
  dashboard.serviceAt((await listener(json(200, example('charge-history')))).url)
  const text = await (await dashboard.ask(getChargeHistory, { params })).text()
  for (const secret of ['162.00', 'NB*northwind, RECIFE', '0119', 'acqglobal_nw', 'cascade', '2025-03-04 10:02:41', 'WELCOME10'])
    expect(text).toContain(secret)
})

it('a merchant’s own map may hold names that an object has by nature', async () => {
  const metaData = { toString: 'a', valueOf: 'b', constructor: 'c', hasOwnProperty: 'd', __defineGetter__: 'e' }
  dashboard.serviceAt((await listener(json(200, { data: [{ orderId: 'o-1', charges: [], metaData }] }))).url)
  const history = await dashboard.ask(getChargeHistory, { params })
  expect(await history.json()).toMatchObject({ data: [{ orderId: 'o-1' }] })
  dashboard.serviceAt(
    (await listener(json(200, { data: { url: 'https://pay.example.test/Wq7LmR2x', params: { metaData } } }))).url,
  )
  const order = await dashboard.ask(createInitialOrder, { body: validBodies.createInitialOrder })
  expect([order.status, order.headers.get('x-outcome'), Object.keys((await order.json()).data.params.metaData)]).toEqual([
    200,
    'done',
    Object.keys(metaData),
  ])
})
