import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInitialOrder, listTokens } from '@/lib/operations'
import { orderMark } from '@/lib/order-mark'
import { accounts } from '@/standin/accounts'
import { ids } from '@/standin/seed/stories'
import { type Standin, startStandin } from '@/standin/start'
import { preview } from './desk/preview'
import { serveDesk } from './desk/serve-desk'
import { Desk } from './testing/desk'

let standin: Standin
const desk = new Desk({
  MERCHANTS: JSON.stringify(accounts),
  SERVICE_WRITE_PATIENCE_MS: '10000',
  SERVICE_WRITE_LIMIT_MS: '20000',
})
beforeAll(async () => {
  standin = await startStandin()
  desk.serviceAt(standin.url)
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
  desk.ask(createInitialOrder, { body, headers: { 'x-action-id': actionId, ...headers } })
const sent = async () =>
  (await standin.received()).filter(({ operation }) => operation === 'createInitialOrder').map(({ body }) => JSON.parse(body))

describe('an order', () => {
  it('carries the id of its action in metaData, beside what is the merchant’s own', async () => {
    const actionId = randomUUID()
    expect((await send(order({ metaData: { orderKey: 'k-1' } }), actionId)).headers.get('x-outcome')).toBe('done')
    expect((await sent())[0].metaData).toEqual({ orderKey: 'k-1', [orderMark]: actionId })
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
      [{ field: 'buyerId', title: 'No e-mail of this buyer is known: type it' }],
    ])
    await desk.ask(listTokens, { params: { buyerId } })
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
    const shown = await desk.call(serveDesk('read', preview), 'POST', '/api/desk/preview', { body })
    expect((await shown.json()).unsettled).toMatchObject({ actionId: first, running: false })
    const held = await send(again())
    expect([held.status, (await held.json()).code]).toEqual([409, 'unsettled_action'])
    const second = randomUUID()
    expect((await send(again(), second, { 'x-acknowledged-action': first })).headers.get('x-outcome')).toBe('done')
    expect((await sent()).map(({ metaData }) => metaData[orderMark])).toEqual([first, second])
  })
})
