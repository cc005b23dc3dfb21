import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { resendAction } from '@/lib/commands/server/action-handlers'
import { database } from '@/lib/database/open'
import { knownNow } from '@/lib/knowledge/server/facts'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { createInitialOrder } from '@/lib/operations/create-initial-order/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { downgradeSubscription } from '@/lib/operations/downgrade-subscription/operation'
import { enableToken } from '@/lib/operations/enable-token/operation'
import { findBuyerByEmail, getOneClickPrices, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { validBodies } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from './dashboard'
import { json, listener } from './listener'

const dashboard = new Dashboard()
const another = '11111111-2222-4333-8444-555555555555'

const subscription = { id: 'THE SUBSCRIPTION', status: 'active', startDate: '2027-01-01', endDate: '2027-02-01' }

/** A valid body about a token and an address that no other action is about. */
function bodyFor({ name }: Operation) {
  const body: Record<string, unknown> = { ...validBodies[name as keyof typeof validBodies] }
  if ('chargeMethodTokenId' in body) body.chargeMethodTokenId = Math.ceil(Math.random() * 1e9)
  if ('email' in body) body.email = `${randomUUID()}@example.test`
  return body
}

/** What is asked about a buyer of its own, where the service answers this, and what the dashboard then knows of that buyer. */
async function asked(operation: Operation, data: unknown, body: unknown = undefined, around: object = {}) {
  const [buyerId, subscriptionId] = [randomUUID(), randomUUID()]
  const own = (value: unknown): unknown =>
    value && JSON.parse(JSON.stringify(value).replaceAll('THE BUYER', buyerId).replaceAll('THE SUBSCRIPTION', subscriptionId))
  dashboard.serviceAt((await listener(json(200, { data: own(data), meta: { type: 'entity' }, ...around }))).url)
  const params = { buyerId, subscriptionId, ...(operation === findBuyerByEmail && { email: 'wanted@example.test' }) }
  const response = await dashboard.ask(operation, { params, body: own(body) })
  const { version } = await knownNow({ merchant: 'northwind', buyerId }, await database())
  return { response, text: await response.text(), version }
}

/** An order for a buyer of whom a token tells the e-mail, where the service answers it with this beside its link. */
async function ordered(named: object) {
  const buyerId = randomUUID()
  const token = { id: 7, email: 'orders@example.test', isEnabled: true }
  const link = { url: 'https://pay.example.test/Wq7LmR2x', ...JSON.parse(JSON.stringify(named).replaceAll('THE BUYER', buyerId)) }
  const service = await listener((response, received, request) => {
    const data = received.url.endsWith('/tokens') ? [{ id: randomUUID(), tokens: [token] }] : link
    json(200, { data })(response, received, request)
  })
  dashboard.serviceAt(service.url)
  await dashboard.ask(listTokens, { params: { buyerId } })
  const { buyer: _, ...order } = validBodies.createInitialOrder
  const response = await dashboard.ask(createInitialOrder, {
    body: { ...order, sequence: null, metaData: { of: buyerId }, buyerId },
  })
  return { response, text: await response.text() }
}

describe('an answer that is about another than was asked', () => {
  it('is a trouble of the read that shows nothing, teaches nothing and says what to do', async () => {
    const listedBoth = [
      { ...subscription, buyerId: 'THE BUYER' },
      { ...subscription, id: another, buyerId: another },
    ]
    for (const data of [[{ ...subscription, buyerId: another }], listedBoth]) {
      const { response, text, version } = await asked(listSubscriptions, data)
      expect(response.status).toBe(503)
      expect(JSON.parse(text)).toMatchObject({
        code: 'answer_about_another',
        detail:
          'The service’s answer is about another buyer or subscription, so we didn’t show or store any of it. Try again. If it happens again, tell an admin.',
      })
      expect(text).not.toContain(another)
      expect(version).toBe(0)
    }
  })

  it('is a trouble of prices, too, where a line is for a subscription that was not asked about', async () => {
    const [bundle] = validBodies.getOneClickPrices.bundles
    const line = { ...bundle?.products.at(-1), subscriptionId: 'THE SUBSCRIPTION' }
    const body = { ...validBodies.getOneClickPrices, bundles: [{ ...bundle, products: [line] }] }
    const priced = (id: string) => ({ currency: 'EUR', bundles: [{ bundleHashKey: 'a', products: [{ subscriptionId: id }] }] })
    expect((await asked(getOneClickPrices, priced('THE SUBSCRIPTION'), body)).response.status).toBe(200)
    expect((await asked(getOneClickPrices, priced(another), body)).response.status).toBe(503)
  })

  const commands = [changeAutochargeStatus, changeExpirationDate, downgradeSubscription]
  it.each(commands)('leaves $name unconfirmed', async (operation) => {
    const body = validBodies[operation.name as keyof typeof validBodies]
    const nested = [{ buyer: { id: another } }, { buyerId: 'THE BUYER', buyer: { id: another } }, { buyer: another }]
    const spelt = [{ buyer_id: another }, { BuyerId: another }, { buyerId: [another] }, { buyer: [{ id: another }] }]
    for (const named of [{ buyerId: another }, { id: another }, { subscription: { id: another } }, ...nested, ...spelt]) {
      const { response, text } = await asked(operation, { ...subscription, ...named }, body)
      expect([response.status, response.headers.get('x-outcome')]).toEqual([504, 'unconfirmed'])
      expect(JSON.parse(text)).toMatchObject({ kind: 'unconfirmed', code: 'answer_about_another' })
      expect(text).not.toContain(another)
    }
  })

  const anothers = { ...subscription, id: '22222222-2222-4333-8444-555555555555', buyerId: another }
  it.each([
    ['names another buyer', { buyerId: another }],
    ['names another buyer inside', { buyerId: 'THE BUYER', buyer: { id: another } }],
    ['lists another’s subscription', [anothers]],
    ['is another’s subscription', anothers],
    ['says that it failed', { success: false, error: 'token not found' }],
    ['says something', { message: 'Token not found' }],
    ['names the buyer and says that it failed', { buyerId: 'THE BUYER', success: false }],
    ['names the buyer and says something', { buyerId: 'THE BUYER', message: 'Token not found' }],
    ['is a sentence', 'Access denied by the gateway'],
    ['says that it waits', { status: 'queued' }],
  ])('leaves what has no answer of its own unconfirmed where a success %s', async (_, data) => {
    for (const operation of [disableToken, enableToken, changeBuyerEmail]) {
      const { response, text } = await asked(operation, data, bodyFor(operation))
      expect([operation.name, response.headers.get('x-outcome')]).toEqual([operation.name, 'unconfirmed'])
      expect(text).not.toContain(another)
    }
  })

  it.each([
    ['beside the data', { buyerId: another }],
    ['in the meta', { meta: { type: 'entity', buyerId: another } }],
  ])('leaves a command unconfirmed where a success names another buyer %s', async (_, around) => {
    for (const operation of [disableToken, changeBuyerEmail]) {
      const { response } = await asked(operation, { buyerId: 'THE BUYER' }, bodyFor(operation), around)
      expect([operation.name, response.headers.get('x-outcome')]).toEqual([operation.name, 'unconfirmed'])
    }
  })

  it('leaves a new buyer unconfirmed where the answer is a subscription, or names another’s e-mail', async () => {
    for (const data of [anothers, { id: another, email: 'another@example.test' }]) {
      const { response, text } = await asked(createBuyer, data, bodyFor(createBuyer))
      expect(response.headers.get('x-outcome')).toBe('unconfirmed')
      expect(text).not.toContain(another)
    }
  })

  it.each([
    ['chargeMethodTokenId', { chargeMethodTokenId: 4 }],
    ['chargeMethodTokenId as text', { chargeMethodTokenId: '4' }],
    ['tokenId', { tokenId: 4 }],
    ['token', { token: { id: 4 } }],
    ['token as a number', { token: 4 }],
    ['another spelling', { charge_method_token_id: 4 }],
    ['id', { id: 4 }],
  ])('leaves a token unconfirmed where a success names another one: %s', async (_, named) => {
    for (const operation of [disableToken, enableToken]) {
      const { response } = await asked(
        operation,
        { buyerId: 'THE BUYER', isEnabled: operation === enableToken, ...named },
        bodyFor(operation),
      )
      expect(response.headers.get('x-outcome')).toBe('unconfirmed')
    }
  })

  it('leaves an e-mail unconfirmed where a success is another buyer, whoever it says that it belongs to', async () => {
    const { response } = await asked(changeBuyerEmail, { buyerId: 'THE BUYER', id: another }, bodyFor(changeBuyerEmail))
    expect(response.headers.get('x-outcome')).toBe('unconfirmed')
  })

  it.each([
    ['another buyer', { buyerId: another }],
    ['another buyer inside', { buyer: { id: another } }],
    ['another’s e-mail', { buyer: { email: 'another@example.test' } }],
  ])('leaves an order for a buyer unconfirmed that names %s, and shows no link', async (_, named) => {
    const { response, text } = await ordered(named)
    const actionId = response.headers.get('x-action-id') ?? ''
    const resend = serveDashboard<{ actionId: string }>('read', resendAction)
    const path = `/api/desk/actions/${actionId}/send-again`
    const again = await dashboard.call(resend, 'POST', path, { params: { actionId }, body: {} })
    expect([response, again].map(({ headers }) => headers.get('x-outcome'))).toEqual(['unconfirmed', 'unconfirmed'])
    expect(text + (await again.text())).not.toContain('Wq7LmR2x')
  })

  it('finds nobody by an e-mail where the answer has another one, or two ids', async () => {
    for (const data of [
      { buyerId: another, email: 'another@example.test' },
      { buyerId: another, id: 'THE BUYER' },
    ]) {
      const { response, text } = await asked(findBuyerByEmail, data)
      expect([response.status, JSON.parse(text).code]).toEqual([503, 'answer_about_another'])
      expect(text).not.toContain(another)
    }
  })

  it('leaves an order unconfirmed, and shows no link that may be somebody else’s', async () => {
    const data = { url: 'https://pay.example.test/Wq7LmR2x', params: { metaData: { counterfoilActionId: another } } }
    const { response, text } = await asked(createInitialOrder, data, validBodies.createInitialOrder)
    expect(response.headers.get('x-outcome')).toBe('unconfirmed')
    expect(text).not.toContain('Wq7LmR2x')
  })
})

describe('an answer is believed', () => {
  it.each([
    ['names the buyer that was asked about', { buyerId: 'THE BUYER' }],
    ['names nobody', {}],
    ['names nobody readable', { buyerId: null }],
    ['names the buyer in other words', { buyer: 'Rowan' }],
  ])('where it %s', async (_, named) => {
    expect((await asked(listSubscriptions, [{ ...subscription, ...named }])).response.status).toBe(200)
    const sent = await asked(changeAutochargeStatus, { ...subscription, ...named }, validBodies.changeAutochargeStatus)
    expect(sent.response.headers.get('x-outcome')).toBe('done')
  })

  it.each([
    ['nothing', null],
    ['an empty list', []],
    ['nothing but its form', {}],
    ['yes', { ok: true }],
    ['the buyer', { id: 'THE BUYER', country: 'br' }],
    ['whose it is', { buyerId: 'THE BUYER' }],
  ])('where a success that has no answer of its own has %s', async (_, data) => {
    for (const operation of [disableToken, changeBuyerEmail]) {
      const { response } = await asked(operation, data, bodyFor(operation))
      expect([operation.name, response.headers.get('x-outcome')]).toEqual([operation.name, 'done'])
    }
  })

  it.each([
    ['names nobody', {}],
    ['names the buyer', { buyerId: 'THE BUYER', buyer: { id: 'THE BUYER', email: 'ORDERS@example.test' } }],
  ])('where an order’s %s', async (_, named) => {
    expect((await ordered(named)).response.headers.get('x-outcome')).toBe('done')
  })

  it('where a token’s names the one that was sent, as a number or as text', async () => {
    const body = bodyFor(disableToken)
    for (const id of [body.chargeMethodTokenId, String(body.chargeMethodTokenId)]) {
      const { response } = await asked(disableToken, { buyerId: 'THE BUYER', chargeMethodTokenId: id }, body)
      expect(response.headers.get('x-outcome')).toBe('done')
    }
  })

  it('where a search by e-mail repeats it in another case', async () => {
    expect((await asked(findBuyerByEmail, { buyerId: another, email: 'WANTED@example.test' })).response.status).toBe(200)
  })

  it('where a new buyer’s answer repeats the e-mail in another case', async () => {
    const body = bodyFor(createBuyer) as { email: string }
    const { response } = await asked(createBuyer, { id: randomUUID(), email: body.email.toUpperCase() }, body)
    expect(response.headers.get('x-outcome')).toBe('done')
  })
})
