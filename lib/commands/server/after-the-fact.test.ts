import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { database } from '@/lib/database/open'
import { changeAutochargeStatus } from '@/lib/operations/change-autocharge-status/operation'
import { changeBuyerEmail } from '@/lib/operations/change-buyer-email/operation'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import type { Operation } from '@/lib/operations/declare/operation'
import { listSubscriptions } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { ids } from '@/standin/seed/stories'
import { standinMerchants } from '@/standin/standin-merchants'
import { type Standin, startStandin } from '@/standin/start'
import type { Action, BuyerActions } from '../action'
import { buyerActions, checkAction, readAction, resendAction, settleAction, undoAction } from './action-handlers'
import { nothingOpen, sentLongAgo } from './commands-for-tests'
import { journal } from './journal-handlers'

let standin: Standin
const dashboard = new Dashboard({ MERCHANTS: JSON.stringify(standinMerchants) })
beforeAll(async () => {
  standin = await startStandin()
})
afterAll(() => standin.close())
beforeEach(async () => {
  await standin.reset()
  await nothingOpen(await database())
  dashboard.serviceAt(standin.url)
})

const { buyer: buyerId, subscription: subscriptionId } = ids.longHistory
const params = { buyerId, subscriptionId }
const off = { autochargeStatus: false, reason: 'Asked by phone' }

async function act(operation: Operation, body: unknown, headers: Record<string, string> = {}) {
  const actionId = randomUUID()
  const answer = await dashboard.ask(operation, { params, body, headers: { 'x-action-id': actionId, ...headers } })
  return { actionId, outcome: answer.headers.get('x-outcome'), answer }
}

const handlers = { undo: undoAction, 'send-again': resendAction, check: checkAction, settle: settleAction }

function after(actionId: string, what: keyof typeof handlers, body: unknown = {}, as: Role = 'agent'): Promise<Response> {
  const handler = serveDashboard<{ actionId: string }>('read', (request, person, given) => handlers[what](request, person, given))
  return dashboard.call(handler, 'POST', `/api/desk/actions/${actionId}/${what}`, { params: { actionId }, body, as })
}

async function actionFor(actionId: string, as: Role = 'agent'): Promise<Action> {
  const answer = await dashboard.call(serveDashboard('read', readAction), 'GET', `/api/desk/actions/${actionId}`, {
    params: { actionId },
    as,
  })
  return answer.json()
}

const received = async (operation: string) => (await standin.received()).filter((request) => request.operation === operation)
const autocharge = async () => {
  const { data } = await (await dashboard.ask(listSubscriptions, { params: { buyerId } })).json()
  return data.find((each: { id: string }) => each.id === subscriptionId).autoChargeStatus
}

describe('an action is undone', () => {
  beforeEach(autocharge) // what is not known before cannot be brought back

  it('by the command that takes it back, once', async () => {
    const { actionId } = await act(changeAutochargeStatus, off)
    expect((await actionFor(actionId)).undo).toMatchObject({ possible: true, verb: 'Turn on autocharge' })
    const undone = await after(actionId, 'undo')
    expect([undone.status, undone.headers.get('x-outcome'), await autocharge()]).toEqual([200, 'done', true])
    expect((await actionFor(actionId)).undoneBy).toBe(undone.headers.get('x-action-id'))
    expect((await after(actionId, 'undo')).status).toBe(409)
    expect(await received('changeAutochargeStatus')).toHaveLength(2)
  })

  it('not where something newer was done to the same thing', async () => {
    const { actionId } = await act(changeAutochargeStatus, off)
    await act(changeAutochargeStatus, { autochargeStatus: true })
    expect((await actionFor(actionId)).undo).toEqual({
      possible: false,
      why: 'Another action has changed this since, or may have.',
    })
    expect((await after(actionId, 'undo')).status).toBe(409)
    expect(await received('changeAutochargeStatus')).toHaveLength(2)
  })

  it('although something newer was tried and refused', async () => {
    const { actionId } = await act(changeAutochargeStatus, off)
    await standin.fault({ operation: 'changeAutochargeStatus', fault: 'refused', times: 1 })
    expect((await after(actionId, 'undo')).headers.get('x-outcome')).toBe('refused')
    expect((await actionFor(actionId)).undo).toMatchObject({ possible: true })
    expect((await after(actionId, 'undo')).headers.get('x-outcome')).toBe('done')
    expect(await autocharge()).toBe(true)
  })

  it('not by an ordinary command that says it undoes it, which would block the real undo', async () => {
    const { actionId } = await act(changeAutochargeStatus, off)
    const { outcome, answer } = await act(changeAutochargeStatus, { autochargeStatus: true }, { 'x-undoes': actionId })
    const title = 'Leave this out. Undo an action with POST /api/desk/actions/{actionId}/undo'
    expect([answer.status, outcome, (await answer.json()).fields]).toEqual([422, 'not-sent', [{ field: 'x-undoes', title }]])
    expect(await received('changeAutochargeStatus')).toHaveLength(1)
    expect((await after(actionId, 'undo')).headers.get('x-outcome')).toBe('done')
  })

  it('not by somebody who may not act', async () => {
    const { actionId } = await act(changeAutochargeStatus, off)
    expect((await after(actionId, 'undo', {}, 'finance')).status).toBe(403)
    expect((await actionFor(actionId, 'finance')).undo).toMatchObject({ possible: false })
  })

  it('to the day before, where an end date was moved', async () => {
    const { actionId } = await act(changeExpirationDate, { expirationDate: '2031-05-01', reason: 'Goodwill' })
    const undone = await after(actionId, 'undo')
    expect(undone.headers.get('x-outcome')).toBe('done')
    const [, second] = await received('changeExpirationDate')
    expect(JSON.parse(second?.body ?? '').expirationDate).not.toBe('2031-05-01')
  })
})

describe('an unconfirmed action', () => {
  beforeEach(autocharge)
  const lose = (applied: boolean) => standin.fault({ operation: 'changeAutochargeStatus', fault: 'reset', times: 1, applied })

  it('that the service applied looks applied when it is checked', async () => {
    await lose(true)
    const { actionId, outcome } = await act(changeAutochargeStatus, off)
    expect(outcome).toBe('unconfirmed')
    expect(await (await after(actionId, 'check')).json()).toMatchObject({ says: 'applied' })
  })

  it('that never arrived looks not applied, and is settled by whoever looked', async () => {
    await lose(false)
    const { actionId } = await act(changeAutochargeStatus, off)
    const looked = async () => (await after(actionId, 'check')).json()
    const soon = expect.stringContaining('so it hasn’t been applied so far')
    expect(await looked()).toMatchObject({ says: 'cannot-tell', why: soon })
    await sentLongAgo(await database(), actionId)
    expect(await looked()).toMatchObject({ says: 'not-applied' })
    const settled = await after(actionId, 'settle', { as: 'did-not-happen', how: 'checked', reason: 'Autocharge is still on' })
    expect(await settled.json()).toMatchObject({ state: 'unconfirmed', settledAs: 'did-not-happen' })
    expect((await after(actionId, 'settle', { as: 'happened', how: 'by-hand', reason: 'No' })).status).toBe(409)
  })

  it('keeps the next one on the same thing waiting until it is acknowledged', async () => {
    await lose(false)
    const { actionId } = await act(changeAutochargeStatus, off)
    const { outcome, answer } = await act(changeAutochargeStatus, { autochargeStatus: true })
    expect([outcome, (await answer.json()).code]).toEqual(['not-sent', 'unsettled_action'])
    const headers = { 'x-acknowledged-action': actionId }
    expect((await act(changeAutochargeStatus, { autochargeStatus: true }, headers)).outcome).toBe('done')
  })

  it('is sent again by a person where that sets the same state, and is settled by it', async () => {
    await lose(false)
    const { actionId } = await act(changeAutochargeStatus, off)
    const again = await after(actionId, 'send-again')
    expect([again.headers.get('x-outcome'), await autocharge()]).toEqual(['done', false])
    expect(await actionFor(actionId)).toMatchObject({ settledAs: 'happened', sendAgain: { possible: false } })
  })

  it('that may have renewed is never offered again', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await standin.fault({ operation: 'changeExpirationDate', fault: 'reset', times: 1, applied: true })
    const actionId = randomUUID()
    const headers = { 'x-action-id': actionId, 'x-confirmed-renewal': 'yes' }
    const body = { expirationDate: today, reason: 'The buyer asked' }
    await dashboard.ask(changeExpirationDate, { params, body, headers, as: 'manager' })
    expect((await actionFor(actionId, 'manager')).sendAgain).toMatchObject({ possible: false })
    expect((await after(actionId, 'send-again', {}, 'manager')).status).toBe(409)
    expect(await received('changeExpirationDate')).toHaveLength(1)
  })
})

describe('the journal', () => {
  const list = async (as: Role, search = ''): Promise<Action[]> =>
    (await (await dashboard.call(serveDashboard('read', journal), 'GET', '/api/desk/journal', { as, search })).json()).actions

  it('shows agents their own and managers everybody’s', async () => {
    const mine = await act(changeAutochargeStatus, off)
    const managers = randomUUID()
    await dashboard.ask(changeAutochargeStatus, {
      params,
      body: { autochargeStatus: true },
      headers: { 'x-action-id': managers },
      as: 'manager',
    })
    const idsOf = async (as: Role) => (await list(as)).map(({ actionId }) => actionId)
    expect(await idsOf('agent')).toContain(mine.actionId)
    expect(await idsOf('agent')).not.toContain(managers)
    expect(await idsOf('manager')).toEqual(expect.arrayContaining([mine.actionId, managers]))
  })

  it('shows everybody what was done to the buyer they look at, all of it and each by its id', async () => {
    const managers = randomUUID()
    await dashboard.ask(changeAutochargeStatus, { params, body: off, headers: { 'x-action-id': managers }, as: 'manager' })
    const answer = await dashboard.call(serveDashboard('read', buyerActions), 'GET', `/api/desk/buyers/${buyerId}/actions`, {
      params: { buyerId },
    })
    expect((await answer.json()).actions.map((each: Action) => each.actionId)).toContain(managers)
    expect(await actionFor(managers, 'agent')).toMatchObject({ actionId: managers, mine: false, buyerId }) // opened from that page
  })

  it('tells what was done to a buyer in pieces, none twice, and with the first what is open, however old', async () => {
    const store = await database()
    const { actionId } = await act(changeAutochargeStatus, off)
    const row = await store.selectFrom('actions').selectAll().where('action_id', '=', actionId).executeTakeFirstOrThrow()
    const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second)).toISOString()
    const of = randomUUID()
    const rows = Array.from({ length: 60 }, (_, second) => ({
      ...row,
      action_id: randomUUID(),
      buyer_id: of,
      created_at: at(Math.floor(second / 2)),
      ...(second === 0 ? { state: 'unconfirmed' as const, answered_at: null, answer: null } : {}),
    }))
    await store.insertInto('actions').values(rows).execute()
    const piece = async (search: string): Promise<BuyerActions> => {
      const answer = await dashboard.call(serveDashboard('read', buyerActions), 'GET', `/api/desk/buyers/${of}/actions`, {
        params: { buyerId: of },
        search,
      })
      return answer.json()
    }
    const first = await piece('')
    const second = await piece(`?before=${encodeURIComponent(first.next ?? '')}`)
    const listed = [...first.actions, ...second.actions]
    expect(new Set(listed.map((each) => each.actionId)).size).toBe(60)
    const times = listed.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(second.next).toBeNull()
    expect(first.open.map((each) => each.actionId)).toEqual([rows[0]?.action_id])
    await store.deleteFrom('actions').where('buyer_id', '=', of).execute()
  })

  it('holds no e-mail in clear', async () => {
    await act(changeBuyerEmail, { email: 'quite.new@example.test' })
    const text = JSON.stringify(await list('admin'))
    expect(text).toContain('@e••••••.test')
    expect(text).not.toContain('quite.new@example.test')
  })
})
