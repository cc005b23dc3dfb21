import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { asks, publicClient, tokenFor } from '@/lib/agents/server/machine-for-tests'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { rowsToOpen } from '@/lib/incidents/server/opened'
import { askForApproval } from '@/lib/incidents/server/steps'
import { mia, TestIncident, World } from '@/lib/incidents/server/world-for-tests'
import { noClaim } from '@/lib/journal/action-ids'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { asked as refundAsked, somebody } from '@/lib/refunds/server/refunds-for-tests'
import type { Asked, KeyHolder } from '@/lib/signatures/person-for-tests'
import { SigningDashboard } from '@/lib/signatures/signing-for-tests'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { startStandin } from '@/standin/start'

describe.each(engines)('what the environment says is signed, on %s', { timeout: 60_000 }, (engine) => {
  const MERCHANTS = JSON.stringify(standinMerchants)
  const signing = new SigningDashboard(engine, {
    ...{ SIGNED_ACTS: 'all', REFUND_SIGN_OVER: '{"EUR":"100.00"}', MERCHANTS, AGENTS: 'on', HOOK_HOSTS: '127.0.0.1:9' },
  })
  let admin: KeyHolder
  let manager: KeyHolder
  let keyless: { admin: KeyHolder; manager: KeyHolder }
  let agent: KeyHolder
  beforeAll(async () => {
    const without = { hasKey: false }
    ;[admin, manager, agent] = [
      await signing.person('admin'),
      await signing.person('manager'),
      await signing.person('agent', without),
    ]
    keyless = { admin: await signing.person('admin', without), manager: await signing.person('manager', without) }
  })

  /** Does nothing without a passkey or a signature; done with one, which the entry keeps and verify proves. */
  async function isSigned(asked: Asked & { as?: 'admin' | 'manager'; kind: string }): Promise<unknown> {
    const { as = 'admin', kind, ...wanted } = asked
    const whose = { ...wanted, actionId: randomUUID() }
    const before = (await signing.entries(kind)).length
    const none = await keyless[as].ask({ ...wanted, actionId: randomUUID() })
    expect([none.status, (await none.json()).code]).toEqual([403, 'passkey_needed'])
    const first = await { admin, manager }[as].ask(whose)
    expect([first.status, (await first.json()).code]).toEqual([428, 'signature_required'])
    expect((await signing.entries(kind)).length).toBe(before)
    const done = await { admin, manager }[as].signed(whose)
    expect([done.status, done.headers.get('content-type')]).toEqual([200, expect.stringMatching(/json|zip/)])
    const [entry] = (await signing.entries(kind)).filter(({ detail }) => detail.includes('"signature":{'))
    expect((await signing.entries(kind)).length).toBeGreaterThan(before)
    expect(entry?.account_id).toBe({ admin, manager }[as].session.accountId)
    expect(await signing.verdict()).toMatchObject({ whole: true })
    return done.headers.get('content-type')?.includes('json') ? done.json() : null
  }

  const person = (more: string) => `/api/desk/people/${agent.session.accountId}${more}`
  it.each([
    ['a role', () => ({ method: 'PATCH', path: person(''), body: { role: 'manager' } })],
    ['somebody let in again', () => ({ method: 'PATCH', path: person(''), body: { disabled: false } })],
    ['a new password', () => ({ path: person('/password') })],
    [
      'another person',
      () => ({ path: '/api/desk/people', body: { email: `${randomUUID()}@x.test`, name: 'Ada', role: 'admin' } }),
    ],
  ] as [string, () => Asked][])('%s', async (_, asked) => {
    await isSigned({ ...asked(), kind: 'person' })
  })

  it('somebody is disabled without a signature, for that’s a brake', async () => {
    expect((await keyless.admin.ask({ method: 'PATCH', path: person(''), body: { disabled: true } })).status).toBe(200)
  })

  it('a role that has changed since it was signed is signed again', async () => {
    const { session } = await signing.person('agent', { hasKey: false })
    const asked = {
      ...{ method: 'PATCH', path: `/api/desk/people/${session.accountId}`, body: { role: 'finance' } },
      actionId: randomUUID(),
    }
    const header = admin.authenticator.header(await admin.wanted(asked))
    await (await database()).updateTable('accounts').set({ role: 'manager' }).where('id', '=', session.accountId).execute()
    const answer = await admin.ask({ ...asked, headers: { 'x-signature': header } })
    expect([answer.status, (await answer.json()).code]).toEqual([409, 'changed'])
    await (await database()).updateTable('accounts').set({ role: 'agent' }).where('id', '=', session.accountId).execute()
  })

  it('an erased buyer', async () => {
    const buyerId = randomUUID()
    await isSigned({ path: '/api/desk/erasures', body: { buyerId, confirmation: buyerId.slice(-4) }, kind: 'erased' })
  })

  it('a machine’s token, and an address for events', async () => {
    const token = { name: 'bot', accountId: admin.session.accountId, merchants: ['northwind'], scopes: ['read'], days: 3 }
    expect(await isSigned({ path: '/api/desk/agents', body: token, kind: 'setting' })).toMatchObject({
      token: expect.any(String),
    })
    await isSigned({ path: '/api/desk/events/addresses', body: {}, kind: 'setting' })
  })

  it('a hook, whose address stays out of the statement', async () => {
    const hook = { name: 'Chat', url: 'http://127.0.0.1:9/a-secret-path', format: 'json', kinds: ['alert'] }
    await isSigned({ path: '/api/desk/hooks', body: hook, kind: 'setting' })
    const [entry] = await signing.entries('setting')
    expect(entry?.detail).toContain('127.0.0.1:9')
    expect(entry?.detail).not.toContain('a-secret-path')
  })

  it('a decision on a refund from the amount that the environment names', async () => {
    const decided = async (amount: string, currency: string) => {
      const refund = refundAsked({ amount, currency })
      refund.charge.amount = amount
      const { id } = await askRefund(somebody('an-agent', 'agent'), refund, noClaim)
      return { path: `/api/desk/refunds/${id}/decide`, body: { version: 1, approve: true, reason: 'Paid twice' } }
    }
    expect((await manager.ask(await decided('99.99', 'EUR'))).status).toBe(200)
    for (const [amount, currency] of [
      ['100.00', 'EUR'],
      ['1.00', 'USD'], // not named, so signed whatever the amount
    ] as const)
      await isSigned({ ...(await decided(amount, currency)), as: 'manager', kind: 'refund' })
  })

  it('a pack for a bank, and no other', async () => {
    const standin = await startStandin()
    signing.dashboard.serviceAt(standin.url)
    const { buyer, order } = ids.cascade
    const path = `/api/desk/buyers/${buyer}/evidence`
    const wish = { orderIds: [order], level: 'bank', from: null, to: null, reason: 'A dispute' }
    expect((await keyless.manager.ask({ path, body: { ...wish, level: 'internal' } })).status).toBe(200)
    await isSigned({ path, body: wish, as: 'manager', kind: 'exported' })
    const same = { path, body: wish, actionId: randomUUID() }
    const headers = { 'x-signature': manager.authenticator.header(await manager.wanted(same)) }
    const [first, second] = [await manager.ask({ ...same, headers }), await manager.ask({ ...same, headers })]
    expect([first.status, second.status, (await second.json()).code]).toEqual([200, 422, 'signature_refused'])
    expect((await manager.signed(same)).status).toBe(200) // the same again is another file, and signed again
    await standin.close()
  })

  it('the approval of an incident, over its plan', async () => {
    const store = await database()
    const account = await store
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', manager.session.accountId)
      .executeTakeFirstOrThrow()
    const { accountId: id, email } = mia
    await store
      .insertInto('accounts')
      .values({ ...account, id, email, name: mia.name })
      .execute()
    const world = new World(3)
    await world.note(store)
    const incident = await TestIncident.draft(
      store,
      { verb: 'autochargeOff' },
      world.all.map((each) => each.id),
    )
    await incident.previewed()
    await askForApproval(await incident.by(mia))
    const row = await incident.row()
    const path = `/api/desk/incidents/${incident.id}`
    const version = async () => ({ 'x-version': String((await incident.row()).version) })
    for (const whose of [manager, keyless.manager]) {
      const { rows } = await rowsToOpen(store, row, { ...mia, ...whose.session })
      expect((await whose.ask({ path: `${path}/look`, body: { rows }, headers: await version() })).status).toBe(200)
    }
    const body = { decision: 'approve', planHash: row.plan_hash }
    await isSigned({ path: `${path}/decide`, body, headers: await version(), as: 'manager', kind: 'incident' })
    const [{ detail } = { detail: '' }] = await signing.entries('incident')
    expect(JSON.parse(JSON.parse(detail).signature.statement)).toMatchObject({ act: 'approve-incident', planHash: row.plan_hash })
    expect((await incident.row()).state).toBe('approved')
  })

  it('a machine’s proposal that somebody presses, and not one that’s declined', async () => {
    const standin = await startStandin()
    signing.dashboard.serviceAt(standin.url)
    const client = await publicClient(await tokenFor(signing.dashboard, 'agent'))
    const { buyer: buyerId } = ids.settledTwice
    const { says } = await asks(client, 'read_buyer', { buyerId })
    const [{ id: subscriptionId } = { id: '' }] = says.subscriptions as { id: string }[]
    const body = { autochargeStatus: false, reason: 'Not used' }
    const wanted = { verb: 'autochargeOff', params: { buyerId, subscriptionId }, body }
    const preview = await asks(client, 'preview_effect', wanted)
    const why = { reason: 'Not used', ticket: 'T-1', source: { where: 'ticket T-1', quote: 'Stop it.' } }
    const proposal = { ...wanted, ...why, effectHash: preview.says.effectHash, key: randomUUID() }
    const { id } = (await asks(client, 'propose_action', proposal)).says
    const path = `/api/desk/approvals/${id}`
    for (const whose of [keyless.manager, manager]) await whose.ask({ method: 'GET', path })
    const { effectHash } = await (await manager.ask({ method: 'GET', path })).json()
    await isSigned({ path: `${path}/decide`, body: { approve: true, note: null, effectHash }, as: 'manager', kind: 'pressed' })
    expect(standin.received().filter((each) => each.path.endsWith('/change_autocharge_status'))).toHaveLength(1)
    await standin.close()
  })

  it('nothing at all where the environment names nothing', async () => {
    process.env.SIGNED_ACTS = 'off'
    process.env.REFUND_SIGN_OVER = ''
    signing.dashboard.serviceAt('http://127.0.0.1:9')
    const buyerId = randomUUID()
    const path = '/api/desk/erasures'
    expect((await keyless.admin.ask({ path, body: { buyerId, confirmation: buyerId.slice(-4) } })).status).toBe(200)
  })
})
