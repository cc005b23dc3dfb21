import { describe, expect, it } from 'vitest'
import type { AlertRole } from '@/lib/alerts/alert-rule'
import { alertRow, closeAlert, isAnyAlertOpen, raise } from '@/lib/alerts/server/alerts'
import { getAlerts } from '@/lib/alerts/server/handlers'
import { rulesOf } from '@/lib/alerts/server/rules'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { noClaim } from '@/lib/journal/action-ids'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { whatToDo } from '../what-to-do'
import { metricsText } from './gauges'
import { status } from './handlers'

describe.each(engines)('alerts in Status, on %s', (engine) => {
  const dashboard = new Dashboard(
    { merchants: [northwind, { ...northwind, code: 'closed', name: 'Closed', people: ['manager@desk.example.test'] }] },
    engine,
  )

  async function raised(count: number, roles: AlertRole[] = ['manager', 'admin'], merchant = 'northwind'): Promise<string[]> {
    const store = await database()
    const [rule] = await rulesOf(store, merchant)
    if (!rule) throw new Error('Every account has rules')
    const before = new Set((await store.selectFrom('alerts').select('id').execute()).map(({ id }) => id))
    const finding = { count: 1, newest: '', words: `Of ${merchant} for ${roles.join(' and ')}`, href: '/lists/double-payments' }
    await store.transaction().execute(async (tx) => {
      for (let about = 0; about < count; about += 1)
        await raise(tx, {
          rule: { ...rule, roles },
          merchant: merchantByCode(merchant),
          finding: { ...finding, about: `${about}` },
          now: Date.now(),
        })
    })
    const now = await store.selectFrom('alerts').select('id').execute()
    return now.flatMap(({ id }) => (before.has(id) ? [] : [id]))
  }

  const ask = async (path: '/api/desk/status' | '/api/desk/alerts', as: 'admin' | 'manager' = 'admin') => {
    const handler = path === '/api/desk/status' ? serveDashboard('settings', status) : serveDashboard('alertRules', getAlerts)
    return (await dashboard.call(handler, 'GET', path, { as })).json()
  }
  const sentence = async () => whatToDo(await ask('/api/desk/status')).find(({ id }) => id === 'alerts-open')?.state

  it('open alerts are all counted, however many others are newer or open', async () => {
    await raised(1)
    const admin = somebody('admin', 'admin')
    for (const id of await raised(20)) await closeAlert(admin, await alertRow(admin, id), noClaim)
    expect(await metricsText()).toMatch(/^counterfoil_alerts_open 1$/m)
    expect(await sentence()).toBe('1 alert is open.')
    await raised(259)
    expect(await metricsText()).toMatch(/^counterfoil_alerts_open 260$/m)
    expect(await sentence()).toBe('260 alerts are open.')
    expect((await ask('/api/desk/alerts')).meta.total).toBe(260)
  })

  it('what only others may see is neither shown nor counted for a person, and is counted by the metric', async () => {
    const store = await database()
    await store.deleteFrom('alerts').execute()
    await raised(1, ['manager'])
    await raised(1, ['manager', 'admin'], 'closed')
    const admin = { ...somebody('admin', 'admin'), email: 'admin@desk.example.test' }
    const shown = await ask('/api/desk/status')
    expect(JSON.stringify(shown.alerts)).not.toMatch(/Of northwind for manager"|Of closed/)
    expect(whatToDo(shown).filter(({ id }) => id === 'alerts-open')).toEqual([])
    expect(await isAnyAlertOpen(store, admin)).toBe(false)
    expect(await metricsText()).toMatch(/^counterfoil_alerts_open 2$/m)
    await raised(1, ['admin'])
    expect((await ask('/api/desk/status')).alerts[0]).toMatchObject({ words: 'Of northwind for admin', closedBy: null })
    expect([await sentence(), await isAnyAlertOpen(store, admin)]).toEqual(['1 alert is open.', true])
  })
})
