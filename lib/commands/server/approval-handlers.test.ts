import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { indexPending } from '@/lib/knowledge/server/directory'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { getChargeHistory, listSubscriptions } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { type CallOptions, Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { Approval } from '../approval'
import { addRule, ask, decideOn, detail, list, removeRule } from './approval-handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(async () => {
  await standin.reset()
  const store = await database()
  await store.deleteFrom('targets').execute()
  await store
    .updateTable('approvals')
    .set({ expires_at: new Date(0).toISOString() })
    .execute() // the same waits once at a time
  dashboard.serviceAt(standin.url)
  await dashboard.ask(listSubscriptions, { params: { buyerId } })
})

const { buyer: buyerId, subscription: subscriptionId } = ids.longHistory
const params = { buyerId, subscriptionId }
const renewal = () => ({ expirationDate: new Date().toISOString().slice(0, 10), reason: 'The buyer wants the new term now' })
const received = async () => (await standin.received()).filter(({ operation }) => operation === 'changeExpirationDate')

async function asked(as: Role = 'agent', actionId: string = randomUUID()): Promise<Approval> {
  const body = { operation: 'changeExpirationDate', params, body: renewal(), actionId, ticket: 'T-1' }
  return (await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', { body, as })).json()
}
const inDetail = async (id: string, as: Role = 'manager') =>
  (
    await dashboard.call(serveDashboard('read', detail), 'GET', `/api/desk/approvals/${id}`, { params: { approvalId: id }, as })
  ).json()

async function decided(id: string, approve: boolean, as: Role = 'manager', seen?: string): Promise<Response> {
  const body = { approve, effectHash: seen ?? (await inDetail(id)).effectHash, note: null }
  return dashboard.call(serveDashboard('approve', decideOn), 'POST', `/api/desk/approvals/${id}/decide`, {
    params: { approvalId: id },
    body,
    as,
  })
}

describe('an agent’s renewal by expiring today', () => {
  it('is refused without an approval, and nothing is sent', async () => {
    const headers = { 'x-confirmed-renewal': 'yes' }
    const answer = await dashboard.ask(changeExpirationDate, { params, body: renewal(), headers })
    expect([answer.status, (await answer.json()).code, await received()]).toEqual([403, 'approval_required', []])
  })

  it('waits for half an hour, and is sent in the agent’s name once a manager approves', async () => {
    const approval = await asked()
    expect([approval.state, Date.parse(approval.expiresAt) - Date.parse(approval.askedAt)]).toEqual(['waiting', 30 * 60_000])
    expect(await received()).toEqual([])
    const answer = await decided(approval.id, true)
    expect([answer.status, answer.headers.get('x-outcome'), answer.headers.get('x-action-id')]).toEqual([
      200,
      'done',
      approval.actionId,
    ])
    expect(await received()).toHaveLength(1)
    const row = await (await database())
      .selectFrom('actions')
      .select('person')
      .where('action_id', '=', approval.actionId)
      .executeTakeFirst()
    expect(row?.person).toBe('The agent')
  })

  it('is asked for once, however often it is asked', async () => {
    const body = { operation: 'changeExpirationDate', params, body: renewal(), actionId: randomUUID(), ticket: null }
    const twice = [1, 2].map(async () =>
      (await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', { body })).json(),
    )
    const [first, second] = await Promise.all(twice)
    expect(first.id).toBe(second.id)
  })

  it('is asked for by one person at a time, until that is decided', async () => {
    const { id } = await asked()
    expect(await asked('agent')).toMatchObject({ code: 'already_requested', detail: expect.stringMatching(/^You have already/) })
    const others = { code: 'already_requested', detail: expect.stringMatching(/^The agent has already/) }
    expect(await asked('manager')).toMatchObject(others)
    await decided(id, false)
    expect(await asked('agent')).toMatchObject({ state: 'waiting' })
  })

  it('is not sent when it is declined, and cannot be approved afterwards', async () => {
    const { id } = await asked()
    expect(await (await decided(id, false)).json()).toMatchObject({ state: 'declined', decidedBy: 'The manager' })
    expect([(await decided(id, true)).status, await received()]).toEqual([409, []])
  })

  it('is not approved on what was seen before a fact it rests on changed', async () => {
    const { id } = await asked()
    const { effectHash } = await inDetail(id)
    await dashboard.ask(changeExpirationDate, {
      params,
      body: { expirationDate: '2031-01-01', reason: 'Goodwill' },
      as: 'manager',
    })
    expect(await inDetail(id)).toMatchObject({ factsChanged: true })
    const answer = await decided(id, true, 'manager', effectHash)
    expect([answer.status, (await answer.json()).code, (await received()).length]).toEqual([409, 'changed', 1])
    expect((await inDetail(id)).approval.state).toBe('waiting')
  })

  it('is not decided by whoever asked, nor by an agent', async () => {
    const own = await asked('manager')
    expect([(await decided(own.id, true)).status, (await decided(own.id, true, 'agent')).status]).toEqual([403, 403])
    expect(await received()).toEqual([])
  })

  it('expires', async () => {
    const { id } = await asked()
    await (await database())
      .updateTable('approvals')
      .set({ expires_at: new Date(0).toISOString() })
      .where('id', '=', id)
      .execute()
    expect([(await decided(id, true)).status, (await inDetail(id)).approval.state, await received()]).toEqual([
      409,
      'expired',
      [],
    ])
  })

  it('says whom it is about by a masked name, the product, and what was last paid with which card', async () => {
    await dashboard.ask(getChargeHistory, { params: { buyerId }, search: '?limit=5' })
    await indexPending()
    const { id } = await asked()
    const { about } = await (
      await dashboard.call(serveDashboard('read', list), 'GET', '/api/desk/approvals', { as: 'manager' })
    ).json()
    expect(about[id]).toEqual({
      buyer: expect.stringContaining('•'),
      country: expect.stringMatching(/^[A-Z]{2}$/),
      product: expect.stringContaining('Northwind'),
      lastPaid: {
        amount: expect.stringMatching(/^\d+\.\d{2}$/),
        currency: expect.stringMatching(/^[A-Z]{3}$/),
        day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        card: expect.stringMatching(/^\d{4}$/),
        isUsual: expect.any(Boolean),
      },
      charges: true,
    })
    expect((await inDetail(id)).about).toEqual(about[id])
  })

  it('is seen by managers, and by the agent who asked', async () => {
    const { id } = await asked()
    const seen = async (as: Role) => {
      const { approvals } = await (
        await dashboard.call(serveDashboard('read', list), 'GET', '/api/desk/approvals', { as })
      ).json()
      return approvals.some((each: Approval) => each.id === id)
    }
    expect([await seen('agent'), await seen('manager'), await seen('finance')]).toEqual([true, true, false])
  })
})

it('a rule of an admin makes an agent’s command wait, and no manager’s; who set it is in the journal', async () => {
  const change = (
    method: string,
    more: string,
    asked: Partial<CallOptions>,
    handler: Parameters<typeof serveDashboard<{ ruleId: string }>>[1],
  ) => dashboard.call(serveDashboard('settings', handler), method, `/api/desk/approval-rules${more}`, { ...asked, as: 'admin' })
  const rule = { operation: 'changeExpirationDate', condition: 'laterByDays', threshold: 90 }
  const [{ id: ruleId }] = (await (await change('POST', '', { body: rule }, addRule)).json()).rules
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const moved = async (days: number, as: Role) =>
    (await dashboard.ask(changeExpirationDate, { params, body: { expirationDate: later(days), reason: 'Goodwill' }, as })).status
  expect([await moved(30, 'agent'), await moved(120, 'agent'), await moved(120, 'manager')]).toEqual([200, 403, 200])
  await change('DELETE', `/${ruleId}`, { params: { ruleId } }, removeRule)
  expect(await moved(121, 'agent')).toBe(200)
  const noted = await (await database())
    .selectFrom('journal')
    .select(['person', 'detail'])
    .where('kind', '=', 'setting')
    .execute()
  expect(noted.map(({ person, detail }) => [person, Object.keys(JSON.parse(detail)).find((key) => key !== 'proof')])).toEqual([
    ['The admin', 'added'],
    ['The admin', 'removed'],
  ])
})

it('a command that needs no approval is not kept waiting', async () => {
  expect((await dashboard.ask(changeAutochargeStatus, { params, body: { autochargeStatus: false } })).status).toBe(200)
})

it('what was asked for isn’t sent beside the request under the same id, whatever the rules say by now', async () => {
  const { id, actionId } = await asked()
  const headers = { 'x-action-id': actionId, 'x-confirmed-renewal': 'yes' }
  const sent = async () => {
    const answer = await dashboard.ask(changeExpirationDate, { params, body: renewal(), headers })
    return [answer.status, (await answer.json()).code, answer.headers.get('x-outcome')]
  }
  expect(await sent()).toEqual([409, 'approval_waiting', 'not-sent'])
  await decided(id, false)
  expect(await sent()).toEqual([409, 'action_id_used', 'not-sent'])
  expect((await asked('agent', actionId)).state).toBe('declined') // whoever asks once more under its id
})
