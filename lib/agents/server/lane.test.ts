import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addApprovalRule, approvalRules, removeApprovalRule } from '@/lib/commands/server/approval-rules'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { verify } from '@/lib/journal/verify'
import { eraseBuyer } from '@/lib/knowledge/server/erase'
import { saveFacts } from '@/lib/knowledge/server/facts'
import { teamReport } from '@/lib/pages/server/team-report'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { env } from '@/lib/platform/env'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { ProposalInDetail, ProposalList } from '../proposal'
import { asks, changeElsewhere, isElsewhere, publicClient, tokenFor } from './machine-for-tests'
import { decideRequest, listLane, openRequest } from './proposal-handlers'
import { turnMachines } from './switch'

const { buyer: buyerId } = ids.settledTwice
const admin = somebody('an-admin', 'admin')
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())

describe.each(engines)('a proposal in the machines’ lane, on %s', { timeout: 30_000 }, (engine) => {
  const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants), AGENTS: 'on' }, engine)
  let client: Client
  beforeEach(async () => {
    standin.reset()
    dashboard.serviceAt(standin.url)
    await (await database()).deleteFrom('facts').execute()
    client = await publicClient(await tokenFor(dashboard, 'agent'))
  })

  const subscription = async (of: string = buyerId) => {
    const { says } = await asks(client, 'read_buyer', { buyerId: of })
    return (says.subscriptions as { id: string }[])[0]?.id ?? ''
  }
  const why = {
    reason: 'Not used',
    ticket: 'T-4711',
    source: { where: 'ticket T-4711', quote: 'Stop it. Your manager approves.' },
  }
  const proposed = async (given?: { verb: string; params: object; body: object }): Promise<string> => {
    const wanted = given ?? {
      verb: 'autochargeOff',
      params: { buyerId, subscriptionId: await subscription() },
      body: { autochargeStatus: false, reason: 'Not used' },
    }
    const { says } = await asks(client, 'preview_effect', wanted)
    const asked = { ...wanted, ...why, effectHash: says.effectHash, key: randomUUID() }
    return (await asks(client, 'propose_action', asked)).says.id as string
  }
  const status = async (id: string) => (await asks(client, 'proposal_status', { id })).says
  const open = async (id: string, as: Role = 'manager'): Promise<ProposalInDetail> => {
    const given = { as, params: { approvalId: id } }
    return (await dashboard.call(serveDashboard('read', openRequest), 'GET', `/api/desk/approvals/${id}`, given)).json()
  }
  const decide = async (id: string, body: object, { as = 'manager' as Role, headers = {} } = {}) => {
    const given = { as, params: { approvalId: id }, headers, body: { approve: true, note: null, effectHash: '', ...body } }
    const path = `/api/desk/approvals/${id}/decide`
    const answer = await dashboard.call(serveDashboard('act', decideRequest), 'POST', path, given)
    return { status: answer.status, headers: answer.headers, says: await answer.json() }
  }
  const list = async (as: Role = 'agent'): Promise<ProposalList> =>
    (
      await dashboard.call(serveDashboard('read', listLane), 'GET', '/api/desk/approvals', { as, search: '?lane=machines' })
    ).json()
  const elsewhere = (...[subscriptionId, ...change]: [string, string, object]) =>
    changeElsewhere(standin.url, `${buyerId}/subscriptions/${subscriptionId}`, ...change)
  const move = (subscriptionId: string, autochargeStatus: boolean) =>
    elsewhere(subscriptionId, 'change_autocharge_status', { autochargeStatus })
  const sent = () => standin.received().filter((each) => each.path.endsWith('/change_autocharge_status') && !isElsewhere(each))

  it('is pressed by a person as their own command: one press, one command, both names in the journal', async () => {
    const id = await proposed()
    const { effectHash, effect, source, mayNot, blocked, version } = await open(id)
    expect([mayNot, blocked, source?.quote]).toEqual([null, null, 'Stop it. Your manager approves.'])
    expect(effect.rows).toContainEqual(expect.objectContaining({ field: 'autoChargeStatus', before: 'On', after: 'Off' }))
    const headers = { 'x-action-id': randomUUID(), 'x-shown-version': String(version) }
    const presses = await Promise.all([1, 2, 3].map(() => decide(id, { effectHash }, { headers })))
    expect(presses.map((press) => press.status)).toEqual([200, 200, 200])
    expect(sent()).toHaveLength(1)
    expect((await decide(id, { effectHash })).says.detail).toMatch(/^You’ve already pressed this proposal/)
    expect(await status(id)).toMatchObject({ state: 'pressed', by: 'The manager', outcome: 'done' })
    const store = await database()
    const { action_id } = await store.selectFrom('approvals').select('action_id').where('id', '=', id).executeTakeFirstOrThrow()
    const entries = await store.selectFrom('journal').selectAll().where('action_id', '=', action_id).orderBy('seq').execute()
    expect(entries.map(({ kind, person }) => [kind, person])).toEqual([
      ['proposed', 'helpdesk-bot for The agent'],
      ['pressed', 'The manager'],
      ['intent', 'The manager'],
      ['outcome', 'The manager'],
    ])
    const today = new Date().toISOString().slice(0, 10)
    const { proposals } = (await teamReport(somebody('m', 'manager'), { from: today, to: today, by: 'person' })).meta
    expect(proposals).toMatchObject({ pressed: 1, tooQuick: 1 })
    expect(JSON.parse(entries[2]?.detail ?? '')).toMatchObject({ proposedBy: 'helpdesk-bot' })
    expect(JSON.parse(entries[1]?.detail ?? '')).toMatchObject({ proposedBy: 'helpdesk-bot', lookedMs: expect.any(Number) })
    expect(await verify(store, env().DATA_DIR)).toMatchObject({ whole: true })
  })

  it('of a payment link shows everything that it would send, and is as it was proposed until facts move', async () => {
    const told = { merchant: 'northwind', buyerId, source: 'person', operation: null, person: null } as const
    await saveFacts([{ entity: 'buyer', field: 'email', value: 'grace@example.test' }], told)
    const body = {
      isMobile: false,
      returnUrl: 'https://elsewhere.example.test/pay',
      products: [{ productCode: 'NWPLUS1' }],
      buyerMeta: { tier: { of: 'gold' } },
    }
    const id = await proposed({ verb: 'createPaymentLink', params: { buyerId }, body })
    const { effect, effectHash, isMoved, blocked } = await open(id)
    expect([isMoved, blocked, (await list()).moved]).toEqual([false, null, []])
    expect(effect.rows.map(({ label, after }) => `${label}: ${after}`)).toEqual(
      expect.arrayContaining(['Return address: https://elsewhere.example.test/pay', 'Buyer metadata: tier: {"of":"gold"}']),
    )
    expect(await decide(id, { effectHash })).toMatchObject({ status: 200 })
    expect(standin.received().filter(({ path }) => path === '/api/v3/initials/url')).toHaveLength(1)
  })

  it('isn’t pressed by anybody who hasn’t opened it, or has opened something else', async () => {
    const id = await proposed()
    const { effectHash } = await open(id, 'manager')
    expect(await decide(id, { effectHash }, { as: 'agent' })).toMatchObject({ status: 409, says: { code: 'look_again' } })
    expect(await decide(id, { effectHash: 'f'.repeat(64) })).toMatchObject({ status: 409, says: { code: 'look_again' } })
    const store = await database()
    await store
      .updateTable('proposal_looks')
      .set({ at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .execute()
    expect([await decide(id, { effectHash }), sent()]).toMatchObject([{ status: 409, says: { code: 'look_again' } }, []])
  })

  it('is void once its facts have moved so far that there’s nothing to do', async () => {
    const id = await proposed()
    const { effectHash, version } = await open(id)
    await move(await subscription(), false)
    const headers = { 'x-shown-version': String(version) }
    expect((await decide(id, { effectHash }, { headers })).status).toBe(409)
    expect([(await decide(id, { effectHash })).status, sent()]).toEqual([409, []])
    expect(await open(id)).toMatchObject({ isMoved: true, blocked: expect.stringContaining('already'), effectHash: '' })
    expect(await status(id)).toMatchObject({ state: 'void' })
    expect((await list()).moved).toContain(id)
  })

  it('shows what is different where its facts have moved, and is pressed only on what was looked at again', async () => {
    const subscriptionId = await subscription()
    const body = { expirationDate: '2031-06-30', reason: 'Goodwill' }
    const id = await proposed({ verb: 'changeEndDate', params: { buyerId, subscriptionId }, body })
    expect((await list()).proposals.find((proposal) => proposal.id === id)?.to).toBe('2031-06-30')
    const first = await open(id)
    await elsewhere(subscriptionId, 'change_expiration_date', { expirationDate: '2030-01-31' })
    expect(await decide(id, { effectHash: first.effectHash })).toMatchObject({ status: 409, says: { code: 'changed' } })
    const second = await open(id)
    expect(second).toMatchObject({ isMoved: true, blocked: null, changes: [expect.objectContaining({ field: 'endDate' })] })
    expect((await decide(id, { effectHash: second.effectHash })).status).toBe(200)
  })

  it('is sent with the reason of the person, where they change the machine’s', async () => {
    const id = await proposed()
    const { effectHash, reason } = await open(id)
    expect(reason).toBe('Not used')
    expect((await decide(id, { effectHash, reason: ' ' })).status).toBe(422)
    expect((await decide(id, { effectHash, reason: 'Asked by phone' })).status).toBe(200)
    expect(sent().map(({ body }) => JSON.parse(body).reason)).toEqual(['Asked by phone'])
    expect((await list()).outcomes[id]).toBe('done')
  })

  it('is declined with words, which the machine gets as text that nobody checked', async () => {
    const id = await proposed()
    const declined = await decide(id, { approve: false, note: 'Asked for a pause' }, { as: 'agent' })
    expect([declined.headers.get('x-decided'), sent()]).toEqual(['true', []])
    expect(await status(id)).toMatchObject({ state: 'declined', by: 'The agent', untrustedText: 'Asked for a pause' })
  })

  it('needs the right of its verb', async () => {
    const id = await proposed()
    expect(await open(id, 'finance')).toMatchObject({ mayNot: expect.stringContaining('role') })
    expect((await decide(id, {}, { as: 'finance' })).status).toBe(403)
  })

  it('asks a manager where a rule says so', async () => {
    await addApprovalRule(admin, { operation: 'changeAutochargeStatus', condition: 'always', threshold: null }, noClaim)
    const moved = await proposed()
    const { effectHash, approval } = await open(moved, 'agent')
    expect(approval).toContain('second person')
    await move(await subscription(), false)
    expect(await decide(moved, { effectHash }, { as: 'agent' })).toMatchObject({ status: 409, says: { code: 'changed' } })
    standin.reset()
    await (await database()).deleteFrom('facts').execute()
    const id = await proposed()
    const again = await open(id, 'agent')
    const press = () => decide(id, { effectHash: again.effectHash }, { as: 'agent', headers: { 'x-action-id': id } })
    const { says } = await press()
    expect([says.state, sent(), (await press()).says]).toEqual(['waiting', [], says])
    expect((await status(id)).outcome).toBe('a manager was asked to approve it')
    for (const rule of await approvalRules()) await removeApprovalRule(admin, rule.id, noClaim)
  })

  it('can’t be pressed while all machines are off, or once its eight hours are over', async () => {
    const id = await proposed()
    const { effectHash } = await open(id)
    await turnMachines(admin, 'off')
    expect(await decide(id, { effectHash })).toMatchObject({ status: 409, says: { code: 'agents_off' } })
    await turnMachines(admin, 'on')
    const store = await database()
    const { expires_at } = await store.selectFrom('approvals').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow()
    await store.updateTable('approvals').set({ expires_at: '2026-01-01T00:00:00.000Z' }).where('id', '=', id).execute()
    expect(await decide(id, { effectHash })).toMatchObject({ status: 409, says: { code: 'decided' } })
    expect((await list()).proposals.find((each) => each.id === id)?.state).toBe('expired')
    await store.updateTable('approvals').set({ expires_at }).where('id', '=', id).execute()
    expect(sent()).toEqual([])
  })

  it('of a refund puts the request to the refund desk in the presser’s name', async () => {
    const { order: orderId, settledCharge: chargeId, buyer } = ids.cascade
    const body = { orderId, chargeId, amount: '10.00', reason: 'Bought twice' }
    const id = await proposed({ verb: 'requestRefund', params: { buyerId: buyer }, body })
    const { effectHash } = await open(id, 'agent')
    expect(await decide(id, { effectHash }, { as: 'agent' })).toMatchObject({
      status: 200,
      says: { state: 'waiting', amount: '10.00' },
    })
    expect(await status(id)).toMatchObject({ state: 'pressed', outcome: 'refund requested, waiting' })
    expect((await list()).proposals.find((proposal) => proposal.id === id)?.to).toMatch(/^10\.00 [A-Z]{3}$/)
  })

  it('loses what the machine read when the buyer is erased, and can’t be pressed', async () => {
    const { buyer } = ids.yen
    const params = { buyerId: buyer, subscriptionId: await subscription(buyer) }
    const id = await proposed({ verb: 'autochargeOff', params, body: { autochargeStatus: false, reason: 'Not used' } })
    const [store, { accountId }] = [await database(), await dashboard.account('admin')]
    await eraseBuyer({ ...admin, accountId }, 'northwind', buyer)
    const row = await store.selectFrom('approvals').select(['source', 'sealed']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toEqual({ source: '', sealed: '' })
    expect(await open(id)).toMatchObject({ source: null, blocked: 'The buyer was erased.' })
    expect(await decide(id, {})).toMatchObject({ status: 409, says: { code: 'erased' } })
    expect(await decide(id, { approve: false })).toMatchObject({ status: 200, says: { state: 'declined' } })
    expect(await verify(store, env().DATA_DIR)).toMatchObject({ whole: true })
  })
})
