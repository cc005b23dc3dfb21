import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ServiceProblem } from '@/lib/core/problem'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { changeExpirationDate } from '@/lib/operations/change-expiration-date/operation'
import { listSubscriptions, listTokens } from '@/lib/operations/queries'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { type Answering, json, type Listener, listener } from '@/lib/testing/listener'
import type { Approval } from '../approval'
import { ask, decideOn, detail } from './approval-handlers'
import type { CommandCall } from './command-call'
import { commandCall } from './command-call'
import { commandNamed } from './command-named'
import { perform } from './perform'
import { preview as shown } from './preview-handlers'

// The night in which the clocks of Berlin go forward: its midnight is 23:00 in UTC.
const zone = 'Europe/Berlin'
const [today, tomorrow, dayAfter] = ['2026-03-28', '2026-03-29', '2026-03-30']
const at = (time: string) => vi.setSystemTime(`2026-03-28T${time}Z`)
const confirmed = { 'x-confirmed-renewal': 'yes' }

describe.each(engines)('on %s', (engine) => {
  let service: Listener
  let params: { buyerId: string; subscriptionId: string }
  /** By how much the service's clock is ahead of ours, in milliseconds. */
  let ahead = 0
  /** Ends the answers that are held back, and with them what is under way. */
  let release: () => void
  let held: Promise<void>

  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-28T22:55:00Z') }))
  const dashboard = new Dashboard({ merchants: [{ ...northwind, timeZone: zone }] }, engine)
  afterAll(() => vi.useRealTimers())
  const answering: Answering = async (response, received, request) => {
    await held
    const subscription = { id: params.subscriptionId, buyerId: params.buyerId, status: 'active', endDate: null }
    const listed = received.url.includes('/subscriptions') ? [subscription] : []
    const changed = { id: received.url.split('/').at(-2), status: 'active' }
    const body = { data: received.method === 'GET' ? listed : changed }
    json(200, body, { date: new Date(Date.now() + ahead).toUTCString() })(response, received, request)
  }
  beforeEach(async () => {
    at('22:55:00.000')
    ahead = 0
    held = Promise.resolve()
    release = () => {}
    params = { buyerId: randomUUID(), subscriptionId: randomUUID() }
    service = await listener(answering)
    dashboard.serviceAt(service.url)
  })
  afterEach(() => release())

  const moved = () =>
    service.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).expirationDate)
  const body = (expirationDate: string) => ({ expirationDate, reason: 'Goodwill' })
  async function previewFor(expirationDate: string, as: Role = 'agent', headers: Record<string, string> = {}) {
    const answer = await dashboard.ask(changeExpirationDate, { params, body: body(expirationDate), as, headers })
    return answer.ok ? answer.headers.get('x-outcome') : (await answer.json()).code
  }
  /** Reads something, which shows how late it is at the service. */
  async function measured(by: number): Promise<void> {
    ahead = by
    expect((await dashboard.ask(listTokens, { params })).status).toBe(200)
  }

  describe('what is sent before midnight', () => {
    it('is a move until a minute before it, and a renewal from then on', async () => {
      at('22:58:59.999')
      expect(await previewFor(tomorrow)).toBe('done')
      at('22:59:00.000')
      expect([await previewFor(tomorrow), await previewFor(dayAfter)]).toEqual(['approval_required', 'done'])
      expect([await previewFor(tomorrow, 'manager'), await previewFor(tomorrow, 'manager', confirmed)]).toEqual([
        'confirm_required',
        'done',
      ])
      expect(moved()).toEqual([tomorrow, dayAfter, tomorrow])
    })

    it('is judged by the service’s clock, where that is ahead', async () => {
      await measured(90_000)
      at('22:57:29.000')
      expect(await previewFor(tomorrow)).toBe('done')
      at('22:57:30.000')
      expect(await previewFor(tomorrow)).toBe('approval_required')
      at('22:58:30.000')
      expect([await previewFor(tomorrow, 'manager'), await previewFor(today, 'manager', confirmed)]).toEqual([
        'confirm_required',
        null,
      ])
    })

    it('is judged by the service’s clock, where that is behind', async () => {
      await measured(-90_000)
      at('23:00:29.000')
      expect([await previewFor(tomorrow), await previewFor(today, 'manager')]).toEqual(['done', 'confirm_required'])
      at('23:00:30.000')
      expect([await previewFor(tomorrow), await previewFor(tomorrow, 'manager')]).toEqual([
        'approval_required',
        'confirm_required',
      ])
    })
  })

  async function letIn(expirationDate: string, role: Role, more: Partial<Parameters<typeof commandCall>[2]> = {}) {
    const { accountId } = await dashboard.account(role)
    const email = `${role}@desk.example.test`
    const person = { accountId, sessionId: 's-1', email, name: `The ${role}`, role }
    const wanted = { merchant: 'northwind', params, body: body(expirationDate) }
    return commandCall(commandNamed('changeExpirationDate'), wanted, { person, actionId: randomUUID(), ...more })
  }
  const codeOf = (work: Promise<Response>) =>
    work.then(
      (answer) => answer.headers.get('x-outcome'),
      (cause: unknown) => (cause instanceof ServiceProblem ? (cause.problem.code ?? cause.problem.kind) : Promise.reject(cause)),
    )

  /** Gives a command while another is under way on the same thing; it is let in before the clock moves on, and its turn comes after. */
  async function waiting(call: CommandCall, until: string): Promise<string | null> {
    held = new Promise((resolve) => {
      release = resolve
    })
    const first = perform(await letIn('2026-06-01', 'manager'))
    await vi.waitFor(() => expect(moved()).toEqual(['2026-06-01']), { timeout: 5_000, interval: 10 })
    const second = codeOf(perform(call))
    at(until)
    release()
    expect((await first).headers.get('x-outcome')).toBe('done')
    return second
  }
  const written = async ({ actionId }: CommandCall) => {
    const store = await database()
    const rows = await store.selectFrom('journal').select('kind').where('action_id', '=', actionId).execute()
    return rows.map(({ kind }) => kind)
  }

  describe('what has waited for its turn until then', () => {
    it.each([
      ['an agent', 'agent', 'approval_required'],
      ['a manager', 'manager', 'confirm_required'],
    ] as const)('is refused to %s as it would have been, and nothing is sent or written', async (_, role, code) => {
      at('22:58:59.000')
      const call = await letIn(tomorrow, role)
      expect([await waiting(call, '22:59:00.000'), moved(), await written(call)]).toEqual([code, ['2026-06-01'], []])
    })

    it('may be sent under its own id once it is confirmed', async () => {
      at('22:58:59.000')
      const call = await letIn(tomorrow, 'manager')
      expect(await waiting(call, '22:59:00.000')).toBe('confirm_required')
      const again = await letIn(tomorrow, 'manager', { actionId: call.actionId, renewalConfirmed: true })
      expect([await codeOf(perform(again)), moved()]).toEqual(['done', ['2026-06-01', tomorrow]])
    })

    it('is sent where it was confirmed before it waited', async () => {
      at('22:58:59.000')
      const call = await letIn(tomorrow, 'manager', { renewalConfirmed: true })
      expect([await waiting(call, '23:00:01.000'), moved()]).toEqual(['done', ['2026-06-01', tomorrow]])
    })

    it('is refused where its day is over', async () => {
      at('22:59:59.000')
      const call = await letIn(today, 'manager', { renewalConfirmed: true })
      expect([await waiting(call, '23:00:00.000'), moved(), await written(call)]).toEqual(['invalid', ['2026-06-01'], []])
    })

    it('is refused where a manager approved a move and it would be a renewal', async () => {
      at('22:58:59.000')
      const call = await letIn(tomorrow, 'agent', { approved: true })
      expect([await waiting(call, '22:59:00.000'), moved(), await written(call)]).toEqual([
        'confirm_required',
        ['2026-06-01'],
        [],
      ])
    })

    it('is refused where an admin has set a rule meanwhile', async () => {
      const store = await database()
      const call = await letIn(dayAfter, 'agent')
      const rule = { id: randomUUID(), operation: 'changeExpirationDate', condition: 'always', threshold: null }
      await store
        .insertInto('approval_rules')
        .values({ ...rule, created_at: new Date().toISOString() })
        .execute()
      expect([await codeOf(perform(call)), moved(), await written(call)]).toEqual(['approval_required', [], []])
      await store.deleteFrom('approval_rules').execute()
    })
  })

  it('a renewal asked for in the last minute is granted after midnight, as what it was asked as', async () => {
    at('22:59:30.000')
    await dashboard.ask(listSubscriptions, { params: { buyerId: params.buyerId } })
    const asked = { operation: 'changeExpirationDate', params, body: body(tomorrow), buyerAddress: null, ticket: null }
    const request = { body: { ...asked, actionId: randomUUID() } }
    const approval: Approval = await (
      await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', request)
    ).json()
    expect(approval.words).toBe('Renew now')
    at('23:00:30.000')
    const of = { params: { approvalId: approval.id }, as: 'manager' as const }
    const path = `/api/desk/approvals/${approval.id}`
    const shown = await (await dashboard.call(serveDashboard<typeof of.params>('read', detail), 'GET', path, of)).json()
    const answer = await dashboard.call(serveDashboard<typeof of.params>('approve', decideOn), 'POST', `${path}/decide`, {
      ...of,
      body: { approve: true, effectHash: shown.effectHash, note: null },
    })
    expect([answer.headers.get('x-outcome'), moved()]).toEqual(['done', [tomorrow]])
  })

  it('a renewal made before midnight is the same as one after it', async () => {
    const repeats = async (expirationDate: string) => {
      const asked = { operation: 'changeExpirationDate', params, body: body(expirationDate), buyerAddress: null }
      const preview = await dashboard.call(serveDashboard('read', shown), 'POST', '/api/desk/preview', {
        body: asked,
        as: 'manager',
      })
      return (await preview.json()).effect.repeats
    }
    at('22:58:45.000')
    expect(await previewFor(today, 'manager', confirmed)).toBe('done')
    at('23:00:01.000')
    expect(await repeats(tomorrow)).toMatchObject({ person: expect.any(String) })
    expect(await repeats(dayAfter)).toBeUndefined()
  })

  it('a move asked for before midnight is granted to nobody where it would renew by then', async () => {
    at('22:50:00.000')
    const asked = { operation: 'changeExpirationDate', params, body: body(tomorrow), buyerAddress: null, ticket: null }
    const request = { body: { ...asked, actionId: randomUUID() } }
    const approval: Approval = await (
      await dashboard.call(serveDashboard('act', ask), 'POST', '/api/desk/approvals', request)
    ).json()
    at('23:00:30.000')
    const of = { params: { approvalId: approval.id }, as: 'manager' as const }
    const path = `/api/desk/approvals/${approval.id}`
    const shown = await (await dashboard.call(serveDashboard<typeof of.params>('read', detail), 'GET', path, of)).json()
    expect(shown).toMatchObject({ effectHash: '', blocked: expect.stringContaining('would renew the subscription') })
    const answer = await dashboard.call(serveDashboard<typeof of.params>('approve', decideOn), 'POST', `${path}/decide`, {
      ...of,
      body: { approve: true, effectHash: shown.effectHash, note: null },
    })
    expect([answer.status, (await answer.json()).code, moved()]).toEqual([422, 'confirm_required', []])
  })
})
