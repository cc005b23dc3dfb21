import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isObject } from '@/lib/core/json'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { findBuyerByEmail, getChargeHistory, getOneClickPrices, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { buyerId, subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
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
