import { describe, expect, it } from 'vitest'
import { raise } from '@/lib/alerts/server/alerts'
import { rulesOf } from '@/lib/alerts/server/rules'
import { engines } from '@/lib/database/engines-for-tests'
import { database } from '@/lib/database/open'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { serveDashboard } from '@/lib/people/server/serve-dashboard'
import { somebody } from '@/lib/refunds/server/refunds-for-tests'
import { Dashboard } from '@/lib/testing/dashboard'
import { northwind } from '@/lib/testing/environment'
import { getNotices } from './handlers'
import { noticesInBell } from './notices'
import { notify } from './notify'

const roleMerchant = { ...northwind, code: 'leads', name: 'Leads', roles: ['manager' as const, 'admin' as const] }

describe.each(engines)('notices of alerts, on %s', (engine) => {
  const dashboard = new Dashboard({ merchants: [northwind, roleMerchant] }, engine)

  async function raised(merchant: string, roles: ('manager' | 'admin')[]): Promise<void> {
    const store = await database()
    const [rule] = await rulesOf(store, merchant)
    if (!rule) throw new Error('Every account has rules')
    const finding = { about: merchant, count: 1, newest: '', words: `Of ${merchant}`, href: '/lists/double-payments' }
    const given = { rule: { ...rule, roles }, merchant: merchantByCode(merchant), finding, now: Date.now() }
    await store.transaction().execute((tx) => raise(tx, given))
  }
  const seen = async () => {
    const answer = await dashboard.call(serveDashboard('read', getNotices), 'GET', '/api/desk/notices', { as: 'manager' })
    const { data, meta } = await answer.json()
    return { words: data.map(({ words }: { words: string }) => words).toSorted(), total: meta.total }
  }

  it('are shown to whom the alert is for now, not to whom it was for once', async () => {
    const { accountId } = await dashboard.account('manager')
    await raised('northwind', ['manager'])
    await raised('leads', ['manager', 'admin'])
    expect(await seen()).toEqual({ words: ['Of leads', 'Of northwind'], total: 2 })
    const become = async (role: 'agent' | 'admin' | 'manager') => {
      await (await database()).updateTable('accounts').set({ role }).where('id', '=', accountId).execute()
      const bell = await noticesInBell(somebody(accountId, role))
      return { ...(await seen()), inBell: bell.map(({ words }) => words).toSorted() }
    }
    const hook = {
      kind: 'alert' as const,
      of: 'hook h 2026-11-23',
      merchant: '',
      words: 'Of a hook',
      href: '/settings/notifications',
    }
    await (await database()).transaction().execute((tx) => notify(tx, hook, { people: [accountId] }))
    expect(await become('agent')).toEqual({ words: [], total: 0, inBell: [] })
    expect(await become('admin')).toEqual({
      words: ['Of a hook', 'Of leads'],
      total: 2,
      inBell: ['Of a hook', 'Of leads'],
    })
    expect(await become('manager')).toMatchObject({ total: 2, inBell: ['Of leads', 'Of northwind'] })
  })
})
