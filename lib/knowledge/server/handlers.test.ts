import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { database } from '@/lib/database/open'
import { addNote, changeNote, presence, readNote, readNotes } from '@/lib/notes/server/handlers'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { createBuyer } from '@/lib/operations/create-buyer/operation'
import { disableToken } from '@/lib/operations/disable-token/operation'
import { findBuyerByEmail, listSubscriptions, listTokens } from '@/lib/operations/queries'
import { subscriptionId, validBodies } from '@/lib/operations/testing/valid-bodies'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { type CallOptions, Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { json, listener } from '@/lib/testing/listener'
import type { KnownNow } from '../known'
import { known, typeFacts } from './handlers'

const dashboard = new Dashboard({ merchants: [northwind, { ...northwind, code: 'southbay', name: 'Southbay', reads: false }] })
const get = async (buyerId: string, asked: CallOptions = {}): Promise<KnownNow> =>
  (await dashboard.call(serveDashboard('read', known), 'GET', '/x', { ...asked, params: { buyerId } })).json()
const type = (buyerId: string, body: object, asked: CallOptions = {}) =>
  dashboard.call(serveDashboard('act', typeFacts), 'POST', '/x', { body, ...asked, params: { buyerId } })
const serviceSays = async (status: number, body: unknown) => dashboard.serviceAt((await listener(json(status, body))).url)
const subscription = { id: subscriptionId, status: 'active', endDate: '2099-06-30T12:00:00+00:00', autoChargeStatus: true }

describe('what is known of a buyer', () => {
  it('is nothing for a stranger, and says so without asking the service', async () => {
    const service = await listener(json(200, {}))
    dashboard.serviceAt(service.url)
    expect(await get(randomUUID())).toMatchObject({
      version: 0,
      email: null,
      subscriptions: [],
      subscriptionsListed: false,
      methods: [],
    })
    expect(service.received).toEqual([])
  })

  it('is what the reads told, each fact with its age and source, masked', async () => {
    const buyerId = randomUUID()
    await serviceSays(200, { data: [subscription], meta: { total: 1 } })
    await dashboard.ask(listSubscriptions, { params: { buyerId } })
    const token = { id: 7, isEnabled: true, email: 'tainara@example.test', createdAt: '2026-01-01 10:00:00' }
    await serviceSays(200, { data: [{ id: 'm-1', value: '0119', paymentMethodType: 'card', tokens: [token] }] })
    await dashboard.ask(listTokens, { params: { buyerId } })
    const now = await get(buyerId)
    expect(now).toMatchObject({
      email: 't•••••a@e••••••.test',
      subscriptions: [{ id: subscriptionId, status: 'active' }],
      subscriptionsListed: true,
      methods: [{ id: 'm-1', tokens: [{ id: 7, isEnabled: true }] }],
      looseTokens: [],
    })
    expect(now.stamps[`subscription:${subscriptionId}`]?.endDate).toMatchObject({
      from: 'from the subscription list',
      typed: false,
    })
    expect(JSON.stringify(now)).not.toContain('tainara@')
  })

  it('is what an answer to a command told, by whom', async () => {
    const buyerId = randomUUID()
    await serviceSays(200, { data: { ...subscription, autoChargeStatus: false } })
    await dashboard.ask(changeAutochargeStatus, {
      params: { buyerId, subscriptionId },
      body: validBodies.changeAutochargeStatus,
      headers: { 'x-merchant': 'southbay' },
    })
    const stampFor = async (as: 'agent' | 'manager') =>
      (await get(buyerId, { as, headers: { 'x-merchant': 'southbay' } })).stamps[`subscription:${subscriptionId}`]
        ?.autoChargeStatus?.from
    expect(await stampFor('agent')).toBe('from Turn off autocharge by you')
    expect(await stampFor('manager')).toBe('from Turn off autocharge by The agent')
    expect(await get(buyerId)).toMatchObject({ subscriptions: [] }) // of the other merchant account nothing is known
  })

  it('of a token is what was done to it, though no list told of it', async () => {
    const buyerId = randomUUID()
    const service = await listener((response) => response.writeHead(204).end())
    dashboard.serviceAt(service.url)
    await dashboard.ask(disableToken, { params: { buyerId }, body: { chargeMethodTokenId: 42 } })
    expect(await get(buyerId)).toMatchObject({ methods: [], looseTokens: [{ id: 42, isEnabled: false }] })
  })

  it('begins with the answer that made the buyer, or that found them', async () => {
    const [made, found] = [randomUUID(), randomUUID()]
    await serviceSays(201, { data: { id: made } })
    await dashboard.ask(createBuyer, { body: validBodies.createBuyer })
    expect(await get(made)).toMatchObject({ email: 'n•••@e••••••.test', country: 'BR', locale: 'pt' })
    await serviceSays(200, { data: { buyerId: found } })
    await dashboard.ask(findBuyerByEmail, { params: { email: 'tainara@example.test' } })
    expect((await get(found)).stamps.buyer?.email?.from).toBe('from the search by e-mail')
  })

  it('no longer holds what a later list leaves out', async () => {
    const buyerId = randomUUID()
    const list = async (data: object[]) => {
      await serviceSays(200, { data, meta: { total: data.length } })
      await dashboard.ask(listSubscriptions, { params: { buyerId } })
      return (await get(buyerId)).subscriptions.length
    }
    expect(await list([subscription])).toBe(1)
    expect(await list([])).toBe(0)
  })
})

describe('what a person types', () => {
  it('is known from then on, marked as typed by them, and stands in the journal', async () => {
    const buyerId = randomUUID()
    const answer = await type(buyerId, { subscriptionId, productName: 'Plus', endDate: '2099-01-31', autoChargeStatus: true })
    expect(await answer.json()).toMatchObject({
      subscriptions: [{ id: subscriptionId, status: '', product: { name: 'Plus' }, autoChargeStatus: true }],
      stamps: { [`subscription:${subscriptionId}`]: { endDate: { from: 'typed by you', typed: true } } },
    })
    const rows = await (await database()).selectFrom('journal').select('kind').where('buyer_id', '=', buyerId).execute()
    expect(rows).toEqual([{ kind: 'typed' }])
  })

  it('gives way to what the service answers', async () => {
    const buyerId = randomUUID()
    await type(buyerId, { subscriptionId, autoChargeStatus: false })
    await serviceSays(200, { data: [subscription], meta: { total: 1 } })
    await dashboard.ask(listSubscriptions, { params: { buyerId } })
    expect((await get(buyerId)).stamps[`subscription:${subscriptionId}`]?.autoChargeStatus).toMatchObject({ typed: false })
  })

  it.each([
    [{}, 422],
    [{ subscriptionId }, 422],
    [{ subscriptionId: 'x', endDate: '2099-01-31' }, 422],
    [{ subscriptionId, endDate: 'soon' }, 422],
    [{ subscriptionId, productName: 'a\u0007b' }, 422],
    [{ tokenId: 0, isEnabled: true }, 422],
    [{ tokenId: 7, isEnabled: 'yes' }, 422],
  ])('is checked: %j', async (body, status) => {
    const buyerId = randomUUID()
    expect((await type(buyerId, body)).status).toBe(status)
    expect((await get(buyerId)).version).toBe(0)
  })

  it('is not for finance to say', async () => {
    expect((await type(randomUUID(), { tokenId: 7, isEnabled: true }, { as: 'finance' })).status).toBe(403)
  })
})

describe('notes', () => {
  const post = (buyerId: string, body: object, asked: CallOptions = {}) =>
    dashboard.call(serveDashboard('act', addNote), 'POST', '/x', { body, ...asked, params: { buyerId } })
  it.each([
    [{ text: '' }, 'Enter a note'],
    [{ text: ' \n ' }, 'Enter a note'],
    [{ text: 'x'.repeat(2_001) }, 'Use 2,000 characters or fewer'],
    [{ text: 'a\u0000b' }, 'Remove control characters'],
    [{ text: 'a\u202eb' }, 'Remove control characters'],
    [{ text: 'a\u200bb' }, 'Remove control characters'],
    [{ text: 'a', ticket: 'x'.repeat(65) }, 'Use 64 characters or fewer'],
  ])('of %.60j is refused', async (body, title) => {
    const answer = await post(randomUUID(), body)
    expect([answer.status, (await answer.json()).fields[0]?.title]).toEqual([422, title])
  })

  it('keep their lines and every script', async () => {
    const text = 'First line\r\n\tsecond, آدا 🦊 <script>'
    const { notes } = await (await post(randomUUID(), { text })).json()
    expect(notes).toMatchObject([{ text, version: 1, mine: true }])
  })

  it('are read by finance and written by who may act', async () => {
    const buyerId = randomUUID()
    expect((await post(buyerId, { text: 'x' }, { as: 'finance' })).status).toBe(403)
    const [note] = (await (await post(buyerId, { text: 'x' })).json()).notes
    const read = await dashboard.call(serveDashboard('read', readNotes), 'GET', '/x', { as: 'finance', params: { buyerId } })
    expect((await read.json()).notes).toHaveLength(1)
    const body = { text: 'y', version: 1 }
    const others = await dashboard.call(serveDashboard('act', changeNote), 'PUT', '/x', {
      as: 'manager',
      body,
      params: { noteId: note.id },
    })
    expect(others.status).toBe(403)
    await dashboard.call(serveDashboard('act', changeNote), 'PUT', '/x', { body, params: { noteId: note.id } })
    const history = await dashboard.call(serveDashboard('read', readNote), 'GET', '/x', { params: { noteId: note.id } })
    expect((await history.json()).versions.map(({ text }: { text: string }) => text)).toEqual(['y', 'x'])
  })
})

describe('presence', () => {
  const say = (body: object, headers = {}) =>
    dashboard.call(serveDashboard('read', presence), 'POST', '/x', { body, headers, params: { buyerId: randomUUID() } })
  it.each([[{ tab: 'x', verb: null }], [{ tab: randomUUID(), verb: 'refund' }], [{ tab: randomUUID() }]])(
    'of %j is refused',
    async (body) => {
      expect((await say(body)).status).toBe(422)
    },
  )

  it('does not keep a session from going idle', async () => {
    const store = await database()
    await store
      .updateTable('sessions')
      .set({ seen_at: new Date(Date.now() - 60_000).toISOString() })
      .execute()
    const seen = async () => (await store.selectFrom('sessions').select('seen_at').execute()).map(({ seen_at }) => seen_at)
    const before = await seen()
    expect((await say({ tab: randomUUID(), verb: null }, { 'x-background': 'yes' })).status).toBe(200)
    expect(await seen()).toEqual(before)
  })
})
