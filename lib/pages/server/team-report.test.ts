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
import { reportColumns, reportGroups } from '../team-report'
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
    await askRefund(somebody('agent', 'agent'), asked())
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
    expect(refunds).toMatchObject({ asked: 1, middleHours: null, states: [{ state: 'waiting', count: 1 }, {}, {}, {}] })
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
