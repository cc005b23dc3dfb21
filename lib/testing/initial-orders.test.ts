import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckResult } from '@/lib/commands/action'
import { checkAction, readAction } from '@/lib/commands/server/action-handlers'
import { preview } from '@/lib/commands/server/preview-handlers'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import { listTokens } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { Dashboard } from './dashboard'
import { json, listener } from './listener'

let standin: Standin
const dashboard = new Dashboard({
  MERCHANTS: JSON.stringify(standinMerchants),
  SERVICE_WRITE_PATIENCE_MS: '10000',
  SERVICE_WRITE_LIMIT_MS: '20000',
})
beforeAll(async () => {
  standin = await startStandin()
  dashboard.serviceAt(standin.url)
})
afterAll(() => standin.close())
beforeEach(() => standin.reset())

const order = (changed: object = {}) => ({
  isMobile: false,
  returnUrl: 'https://shop.example.test/thanks?o={orderKey}',
  products: [{ productCode: 'NWPLUS1' }],
  buyer: { email: 'tainara@example.test' },
  ...changed,
})
const send = (body: object, actionId = randomUUID(), headers: Record<string, string> = {}) =>
  dashboard.ask(createInitialOrder, { body, headers: { 'x-action-id': actionId, ...headers } })
const sent = async () =>
  (await standin.received()).filter(({ operation }) => operation === 'createInitialOrder').map(({ body }) => JSON.parse(body))

describe('an order whose answer was lost', () => {
  const buyerId = ids.cascade.buyer
  const charge = { chargeId: 'c-1', amount: '19.99', status: 'settled' }
  const paid = (metaData: unknown) => ({
    orderId: 'Ab12Cd34',
    createdAt: '2026-01-01 10:00:00',
    metaData,
    charges: [charge],
    products: [],
  })

  async function checked(orders: (actionId: string) => object[]): Promise<CheckResult> {
    const actionId = randomUUID()
    const service = await listener((response, { url }, request) => {
      if (url.endsWith('/initials/url')) return void response.destroy()
      const found = url.includes('/email/') ? { buyerId } : orders(actionId)
      json(200, { data: found, meta: Array.isArray(found) ? { total: found.length } : {} })(response, { url } as never, request)
    })
    dashboard.serviceAt(service.url)
    expect(
      (await send(order({ products: [{ productCode: 'NWBACKUP1' }], metaData: { of: actionId } }), actionId)).headers.get(
        'x-outcome',
      ),
    ).toBe('unconfirmed')
    const params = { actionId }
    const answer = await dashboard.call(serveDashboard('read', checkAction), 'POST', `/api/desk/actions/${actionId}/check`, {
      params,
      body: {},
    })
    dashboard.serviceAt(standin.url)
    return answer.json()
  }

  it('is recognised in the charge history by the id it carries', async () => {
    const found = await checked((actionId) => [paid([]), paid({ [orderMark]: actionId })])
    expect(found).toEqual({ says: 'applied', why: 'Order Ab12Cd34 in the charge history has this action’s id.' })
  })

  it('is not called unmade because the history does not show it', async () => {
    expect((await checked(() => [paid({ [orderMark]: randomUUID() })])).says).toBe('cannot-tell')
  })
})

describe('an order', () => {
  it('carries the id of its action in metaData, beside what is the merchant’s own', async () => {
    const actionId = randomUUID()
    expect((await send(order({ metaData: { orderKey: 'k-1' } }), actionId)).headers.get('x-outcome')).toBe('done')
    expect((await sent())[0].metaData).toEqual({ orderKey: 'k-1', [orderMark]: actionId })
  })

  it('is called by the names of its products, and by a code that has no name', async () => {
    const actionId = randomUUID()
    await send(order({ products: [{ productCode: 'NWPLUS1', quantity: 2 }, { productCode: 'NWNEW' }] }), actionId)
    const read = await dashboard.call(serveDashboard('read', readAction), 'GET', `/api/desk/actions/${actionId}`, {
      params: { actionId },
    })
    expect((await read.json()).product).toBe('2 × Northwind Plus 1 month, NWNEW')
  })

  it('of a colleague that is for no buyer yet is not shown to an agent, whose journal has their own', async () => {
    const actionId = randomUUID()
    const params = { actionId }
    await dashboard.ask(createInitialOrder, {
      body: order({ buyer: { email: 'new@example.test' } }),
      headers: { 'x-action-id': actionId },
      as: 'manager',
    })
    const read = (as: 'agent' | 'manager') =>
      dashboard.call(serveDashboard('read', readAction), 'GET', `/api/desk/actions/${actionId}`, { params, as })
    expect([(await read('agent')).status, (await read('manager')).status]).toEqual([404, 200])
  })

  it('never carries another one’s id', async () => {
    const actionId = randomUUID()
    await send(order({ metaData: { [orderMark]: randomUUID() } }), actionId)
    expect((await sent())[0].metaData).toEqual({ [orderMark]: actionId })
  })

  it('for a known buyer goes out with the e-mail nobody was shown, and without our own field', async () => {
    const { buyer: buyerId } = ids.settledTwice
    const { buyer: _, ...rest } = order()
    const unknown = await send({ ...rest, buyerId })
    expect([unknown.status, (await unknown.json()).fields]).toEqual([
      422,
      [{ field: 'buyerId', title: 'We don’t know this buyer’s e-mail address. Enter it.' }],
    ])
    await dashboard.ask(listTokens, { params: { buyerId } })
    const answer = await send({ ...rest, buyerId })
    expect(answer.status).toBe(200)
    const [last] = (await sent()).slice(-1)
    expect(last).not.toHaveProperty('buyerId')
    expect(last.buyer).toEqual({ email: 'odile@example.test' })
    expect(await answer.text()).not.toContain('odile@')
  })

  it('that is the same as an unconfirmed one is held until it is acknowledged, whatever its own id', async () => {
    const first = randomUUID()
    await standin.fault({ operation: 'createInitialOrder', fault: 'reset', applied: true })
    expect((await send(order({ products: [{ productCode: 'NWPRO1' }] }), first)).headers.get('x-outcome')).toBe('unconfirmed')
    const again = () => order({ products: [{ productCode: 'NWPRO1' }] })
    const body = { operation: 'createInitialOrder', params: {}, body: again() }
    const shown = await dashboard.call(serveDashboard('read', preview), 'POST', '/api/desk/preview', { body })
    expect((await shown.json()).unsettled).toMatchObject({ actionId: first, running: false })
    const held = await send(again())
    expect([held.status, (await held.json()).code]).toEqual([409, 'unsettled_action'])
    const second = randomUUID()
    expect((await send(again(), second, { 'x-acknowledged-action': first })).headers.get('x-outcome')).toBe('done')
    expect((await sent()).map(({ metaData }) => metaData[orderMark])).toEqual([first, second])
  })
})
