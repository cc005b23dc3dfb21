import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { listActions } from '@/lib/commands/server/actions'
import type { Role } from '@/lib/core/roles'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { askRefund } from '@/lib/refunds/server/ask-refund'
import { asked, somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { describeRate, reportColumns, reportGroups } from '../team-report'
import { exportReport, getReport } from './report-handlers'
import { teamReport } from './team-report'

const states = ['done', 'refused', 'not-sent', 'unconfirmed', 'sent'] as const
const operations = ['disableToken', 'changeAutochargeStatus', 'createBuyer']
const days = { from: '2026-11-16', to: '2026-11-22' }

const action = (number: number) => {
  const person = ['Alma', 'Soren', 'Ines'][number % 3] ?? ''
  const state = states[(number * 7) % 5] ?? 'done'
  const created_at = `2026-11-${15 + (number % 9)}T${String(number % 24).padStart(2, '0')}:00:00.000Z`
  return {
    ...{
      action_id: randomUUID(),
      digest: 'd',
      state,
      operation: operations[number % 3 === 0 ? 0 : number % 2] ?? '',
      ticket: null,
    },
    ...{
      merchant: 'northwind',
      buyer_id: null,
      target: `token:${number}`,
      account_id: person,
      person,
      process: 'p',
      request: '{}',
    },
    ...{ settled_as: state === 'unconfirmed' && number % 2 === 0 ? ('happened' as const) : null, effect: 'null', sealed: '' },
    ...{ contradicted_at: number % 17 === 0 ? created_at : null, undoes: null, created_at },
    answered_at: state === 'done' ? created_at.replace(':00.000Z', `:${String(number % 60).padStart(2, '0')}.000Z`) : null,
    answer: state === 'refused' ? `{"status":422,"body":{"detail":"No such token ${number % 2}","code":"a"}}` : null,
  }
}

describe.each(engines)('the team’s report, on %s', (engine) => {
  const dashboard = new Dashboard({}, engine)
  const manager = somebody('manager', 'manager')
  beforeAll(async () => {
    const store = await database()
    await store
      .insertInto('actions')
      .values(Array.from({ length: 120 }, (_, number) => action(number)))
      .execute()
    const { id } = await askRefund(somebody('agent', 'agent'), asked({ chargeId: 'c-0' }))
    await store.updateTable('refunds').set({ state: 'done', charge_id: 'C-0' }).where('id', '=', id).execute()
    const actions = await store
      .selectFrom('actions')
      .selectAll()
      .where('state', '=', 'done')
      .where('created_at', '>', '2026-11-16')
      .orderBy('created_at')
      .execute()
    // Undone within seven days, later than that, and by one that was refused.
    const undos = [1, 8, 1].map((days, at) => ({
      ...{ ...(actions[at] ?? actions[0]), action_id: randomUUID(), undoes: actions[at]?.action_id ?? null },
      created_at: new Date(Date.parse(actions[at]?.created_at ?? '') + days * 86_400_000).toISOString(),
      state: at === 2 ? ('refused' as const) : ('done' as const),
    }))
    await store
      .insertInto('actions')
      .values(undos as never)
      .execute()
    const charge = {
      merchant: 'northwind',
      buyer_id: 'b-1',
      amount: '19',
      amount_given: '19.00',
      currency: 'EUR',
      day: '2026-11-20',
    }
    const kept = { last_four: '', descriptor: '', status: 'settled', seen_on: '2026-11-20', told_by: 'read' as const }
    const charges = Array.from({ length: 12 }, (_, at) => ({
      ...{ ...charge, ...kept, charge_id: `c-${at}`, order_id: `o-${at}`, receipt: at === 11 ? 0 : 1 },
    }))
    await store.insertInto('directory_charges').values(charges).execute()
    const approval = (state: 'approved' | 'declined' | 'waiting', seconds: number) => ({
      ...{ id: randomUUID(), state, operation: 'disableToken', merchant: 'northwind', buyer_id: null, account_id: 'Alma' },
      ...{
        person: 'Alma',
        ticket: null,
        request: '{}',
        sealed: '',
        effect_hash: '',
        action_id: randomUUID(),
        decision_note: null,
      },
      ...{ asked_at: '2026-11-20T10:00:00.000Z', expires_at: '2026-11-20T10:30:00.000Z', decided_by: null },
      decided_at: state === 'waiting' ? null : new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString(),
    })
    await store
      .insertInto('approvals')
      .values([approval('approved', 40), approval('declined', 90), approval('waiting', 0)])
      .execute()
  })

  it('counts approvals and how long they took, what was undone within a week, and refunds of received charges', async () => {
    const { approvals, all, rate } = (await teamReport(manager, { ...days, by: 'person' })).meta
    expect(approvals).toEqual({ asked: 3, approved: 1, declined: 1, middleSeconds: 40, mostSeconds: 90 })
    expect(all.undone).toBe(1)
    expect([rate, rate && describeRate(rate)]).toEqual([{ received: 11, refunded: 1, buyers: 1 }, '1 of 11 received charges'])
    expect(describeRate({ received: 40, refunded: 1, buyers: 3 })).toBe('1 of 40 received charges (2.5%)')
    expect((await teamReport(somebody('agent', 'agent'), { ...days, by: 'person' })).meta.rate).toBeNull()
  })

  it('opens the actions that were refused for a reason', async () => {
    const { reasons } = (await teamReport(manager, { ...days, by: 'person' })).meta
    for (const { reason, count } of reasons)
      expect(await listActions(manager, { ...days, outcome: 'refused', reason }, 1_000)).toHaveLength(count)
  })

  it.each(reportGroups)('by %s has in every cell what the journal lists under its filter', async (by) => {
    const { data, meta } = await teamReport(manager, { ...days, by })
    expect(data.length).toBeGreaterThan(0)
    for (const row of [...data, { ...meta.all, filter: {} }])
      for (const { key, outcome } of reportColumns) {
        const filter = { ...days, ...row.filter, ...(outcome === null ? {} : { outcome }) }
        expect(await listActions(manager, filter, 1_000)).toHaveLength(row[key])
      }
    expect(data.reduce((sum, { all }) => sum + all, 0)).toBe(meta.all.all)
  })

  it('says why commands were refused, how long answers took, and what became of refunds', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const { meta } = await teamReport(manager, { ...days, by: 'person' })
    expect(meta.reasons.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['No such token 0', 'No such token 1']))
    expect(meta.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(meta.all.refused)
    expect(meta.all.most ?? 0).toBeGreaterThan(meta.all.middle ?? 99)
    const { refunds } = (await teamReport(manager, { from: today, to: today, by: 'day' })).meta
    expect(refunds).toMatchObject({ asked: 1, middleHours: null, states: [{ state: 'waiting', count: 0 }, {}, {}, {}] })
  })

  it('holds a person’s own actions alone where they may not read the whole journal', async () => {
    const { data, meta } = await teamReport({ ...somebody('Alma', 'agent'), accountId: 'Alma' }, { ...days, by: 'person' })
    expect([data.map(({ label }) => label), meta.own]).toEqual([['Alma'], true])
    const today = new Date().toISOString().slice(0, 10)
    const refundsOf = async (person: string) =>
      (await teamReport(somebody(person, 'agent'), { from: today, to: today, by: 'day' })).meta.refunds
    expect(await refundsOf('agent')).toMatchObject({ asked: 1, filter: { person: somebody('agent', 'agent').name } })
    expect(await refundsOf('second')).toMatchObject({ asked: 0 })
  })

  it('is a file for those who may export, and refuses days that are none', async () => {
    const ask = async (search: string, as: Role = 'manager', work: typeof exportReport | typeof getReport = getReport) => {
      const right = work === exportReport ? 'exportLists' : 'report'
      return dashboard.call(serveDashboard(right, work), 'GET', '/api/desk/report', { search, as })
    }
    const file = await (await ask('?from=2026-11-16&to=2026-11-22', 'finance', exportReport)).text()
    expect(file).toContain('from here, 16 Nov 2026 to 22 Nov 2026 (UTC), from the journal.')
    expect(file).toContain('\r\nAlma,')
    expect((await ask('?from=2026-11-16&to=2026-11-22', 'agent', exportReport)).status).toBe(403)
    for (const wrong of [
      '',
      '?from=2026-11-22&to=2026-11-16',
      '?from=2026-01-01&to=2026-11-22',
      '?from=2026-11-16&to=2026-11-22&by=rank',
    ])
      expect((await ask(wrong)).status).toBe(422)
  })
})
