import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { downgradeSubscription } from '@/lib/operations/downgrade-subscription/operation'
import { listTokens } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { postQuote, shareQuote } from '@/lib/prices/server/handlers'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import { ask, decideOn, detail } from './approval-handlers'
import { preview } from './preview-handlers'
import { settleByPerson } from './settling'

let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(() => standin.reset())

const buyerId = ids.cascade.buyer
const order = (productCode = 'NWPLUS1') => ({
  isMobile: false,
  buyerId,
  products: [{ productCode, quantity: 1 }],
  returnUrl: 'https://shop.example.test/thanks',
})

const unknownCoupon = { productCode: 'NWPLUS1', quantity: 1, couponCode: 'NOSUCH' }

type QuoteOptions = { buyerId?: string; line?: object; currency?: string }

describe.each(engines)('a quote on %s', (engine) => {
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) }, engine)
  beforeAll(async () => {
    dashboard.serviceAt(standin.url)
    for (const each of [buyerId, ids.yen.buyer, ids.threeTokens.buyer])
      await dashboard.ask(listTokens, { params: { buyerId: each } }) // tells their e-mail
  })

  async function shared(headers: Record<string, string> = {}, given: QuoteOptions = {}): Promise<string> {
    const { line = { actionName: 'purchase', productCode: 'NWPLUS1' }, currency = 'EUR' } = given
    const products = [{ productHashKey: 'p-1', ...line }]
    const request = { isMobile: false, currency, bundles: [{ bundleHashKey: 'b-1', products }] }
    const body = {
      buyerId: given.buyerId ?? buyerId,
      words: 'Plus',
      request,
      validUntil: new Date(Date.now() + 86_400_000).toISOString(),
    }
    const as = 'manager'
    const made = await dashboard.call(serveDashboard('read', postQuote), 'POST', '/api/desk/quotes', { body, as, headers })
    const { id } = await made.json()
    const params = { quoteId: id }
    await dashboard.call(serveDashboard('read', shareQuote), 'POST', '/api/desk/quotes/x/share', { params, body: {}, as })
    return id
  }
  const link = (quote: string, given: { as?: Role; body?: object; headers?: Record<string, string> } = {}) =>
    dashboard.ask(createInitialOrder, { body: order(), ...given, headers: { 'x-quote': quote, ...given.headers } })
  const rowOf = async (id: string) =>
    (await database()).selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const stepsOf = async (id: string) => {
    const { entry_id } = await rowOf(id)
    const journal = (await database()).selectFrom('journal').select('detail').where('action_id', '=', entry_id)
    return (await journal.orderBy('seq').execute()).map(({ detail }) => JSON.parse(detail).did)
  }
  const received = (operation: string) => standin.received().filter((each) => each.operation === operation)
  const settled = async (actionId: string, as: 'happened' | 'did-not-happen') => {
    const { accountId } = await dashboard.account('agent')
    const person = { accountId, sessionId: '-', email: 'agent@desk.example.test', name: 'The agent', role: 'agent' as const }
    await settleByPerson(person, actionId, { as, how: 'by-hand', reason: 'Asked the service' })
  }

  it('is taken up by one link, and another tab that was opened before sends none and is told who did when', async () => {
    const quote = await shared()
    const answers = await Promise.all([link(quote), link(quote, { as: 'manager' }), link(quote)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(received('createInitialOrder')).toHaveLength(1)
    const late = await link(quote)
    const { used_by, used_action_id } = await rowOf(quote)
    const done = answers.find(({ status }) => status === 200)
    expect(used_action_id).toBe(done?.headers.get('x-action-id'))
    expect([late.headers.get('x-outcome'), await late.json()]).toMatchObject([
      'not-sent',
      {
        code: 'quote_closed',
        actionId: used_action_id,
        detail: expect.stringMatching(
          `^${used_by} already used this quote, on \\d+ \\w+ \\d{4} at \\d\\d:\\d\\d\\. Nothing was sent now\\.$`,
        ),
      },
    ])
    expect(await stepsOf(quote)).toEqual(['saved', 'shared', 'taken up'])
  })

  it('is open again once its link was refused', async () => {
    const quote = await shared()
    expect((await link(quote, { body: { ...order(), products: [unknownCoupon] } })).headers.get('x-outcome')).toBe('refused')
    expect((await rowOf(quote)).used_at).toBeNull()
    expect((await link(quote)).status).toBe(200)
    expect(await stepsOf(quote)).toEqual(['saved', 'shared', 'taken up', 'given back', 'taken up'])
  })

  it('that a hand has changed keeps no outcome from being written, and stays as it is', async () => {
    const quote = await shared()
    standin.fault({ operation: 'createInitialOrder', fault: 'reset', times: 1 })
    const actionId = (await link(quote)).headers.get('x-action-id') ?? ''
    const store = await database()
    await store.updateTable('quotes').set({ words: 'Half price' }).where('id', '=', quote).execute()
    await settled(actionId, 'did-not-happen')
    const { settled_as } = await store
      .selectFrom('actions')
      .select('settled_as')
      .where('action_id', '=', actionId)
      .executeTakeFirstOrThrow()
    expect([settled_as, (await rowOf(quote)).used_action_id]).toEqual(['did-not-happen', actionId])
    await store.deleteFrom('quotes').where('id', '=', quote).execute()
  })

  it('stays taken up by a link whose answer was lost until somebody says that it wasn’t made', async () => {
    const quote = await shared()
    standin.fault({ operation: 'createInitialOrder', fault: 'reset', times: 1 })
    const lost = await link(quote)
    expect(lost.headers.get('x-outcome')).toBe('unconfirmed')
    expect((await link(quote, { body: { ...order(), currency: 'EUR' } })).status).toBe(409)
    await settled(lost.headers.get('x-action-id') ?? '', 'did-not-happen')
    expect((await rowOf(quote)).used_at).toBeNull()
  })

  it('is signed for, in the link and its preview, with the address that was typed for it unless another is typed', async () => {
    const quote = await shared({ 'x-buyer-ip': '198.51.100.7' })
    const body = { operation: 'createInitialOrder', params: {}, body: order(), buyerAddress: null }
    const headers = { 'x-quote': quote }
    const seen = await dashboard.call(serveDashboard('act', preview), 'POST', '/api/desk/preview', { body, headers })
    expect((await seen.json()).buyerAddress).toMatchObject({ source: 'typed' })
    await link(quote)
    await link(await shared({ 'x-buyer-ip': '198.51.100.7' }), { headers: { 'x-buyer-ip': '198.51.100.9' } })
    expect(received('createInitialOrder').map((each) => each.headers['x-buyer-ip'])).toEqual(['198.51.100.7', '198.51.100.9'])
  })

  it('is taken up in the name of who asked once a manager approves its link', async () => {
    const quote = await shared()
    const actionId = randomUUID()
    const body = { operation: 'createInitialOrder', params: {}, body: order(), buyerAddress: null, actionId, ticket: null }
    const headers = { 'x-quote': quote }
    const asked = await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', { body, headers })
    const params = { approvalId: (await asked.json()).id }
    const as = 'manager'
    const shown = await dashboard.call(serveDashboard('read', detail), 'GET', '/api/desk/approvals/x', { params, as })
    expect((await rowOf(quote)).used_at).toBeNull()
    const { effectHash } = await shown.json()
    const decision = { approve: true, effectHash, note: null }
    await dashboard.call(serveDashboard('approve', decideOn), 'POST', '/api/desk/approvals/x/decide', {
      params,
      as,
      body: decision,
    })
    expect(await rowOf(quote)).toMatchObject({ used_by: 'The agent', used_action_id: actionId })
  })

  it('of a lower plan is taken up by the downgrade alone', async () => {
    const { buyer, subscription } = ids.threeTokens
    const line = { actionName: 'downgrade', subscriptionId: subscription, productCode: 'NWPLUS12' }
    const quote = await shared({}, { buyerId: buyer, line, currency: 'GBP' })
    expect((await (await link(quote, { body: { ...order(), buyerId: buyer } })).json()).code).toBe('other_quote')
    const params = { buyerId: buyer, subscriptionId: subscription }
    const { products } = JSON.parse((await rowOf(quote)).answer)
    const productId = products.find(({ code }: { code: string }) => code === 'NWPLUS12').id
    const downgrade = () => dashboard.ask(downgradeSubscription, { params, body: { productId }, headers: { 'x-quote': quote } })
    const [first, second] = [await downgrade(), await downgrade()]
    expect([first.status, (await second.json()).code]).toEqual([200, 'quote_closed'])
  })

  it('is taken up by nothing else, and neither once it was withdrawn nor once it has lapsed', async () => {
    const quote = await shared()
    const other = await link(quote, { body: { ...order(), buyerId: ids.yen.buyer } })
    const product = await link(quote, { body: order('NWPLUS12') })
    const params = { buyerId }
    const token = { params, body: { chargeMethodTokenId: ids.cascade.enabledToken }, headers: { 'x-quote': quote } }
    const command = await dashboard.ask(disableToken, token)
    const codes = [other, product, command].map(async (answer) => (await answer.json()).code)
    expect(await Promise.all(codes)).toEqual(['other_quote', 'other_quote', 'other_quote'])
    expect((await link(randomUUID())).status).toBe(422)
    expect((await link('A'.repeat(43))).status).toBe(404)
    const store = await database()
    for (const closed of [
      { withdrawn_at: new Date().toISOString() },
      { withdrawn_at: null, valid_until: '2026-01-01T00:00:00Z' },
    ]) {
      await store.updateTable('quotes').set(closed).where('id', '=', quote).execute()
      expect((await (await link(quote)).json()).code).toBe('quote_closed')
    }
    expect(received('createInitialOrder')).toEqual([])
  })
})
