import { expect, it } from 'vitest'
import { backgroundHeader } from '@/lib/core/browser-names'
import { database } from '@/lib/database/open'
import { waiting } from '@/lib/pages/server/handlers'
import { Dashboard } from '@/lib/testing/dashboard'
import { serveDashboard } from './serve-dashboard'

const dashboard = new Dashboard()
const get = serveDashboard('read', waiting)

/** Asks what waits, with a session that was last used ten minutes ago; returns how old its last use is then, in minutes. */
async function ageAfterAsking(headers: Record<string, string>): Promise<number> {
  const { accountId } = await dashboard.account('agent')
  const store = await database()
  const tenMinutesAgo = new Date(Date.now() - 10 * 60_000).toISOString()
  await store.updateTable('sessions').set({ seen_at: tenMinutesAgo }).where('account_id', '=', accountId).execute()
  const answer = await dashboard.call(get, 'GET', '/api/desk/waiting', { headers })
  expect(answer.status).toBe(200)
  const { seen_at } = await store
    .selectFrom('sessions')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Math.round((Date.now() - Date.parse(seen_at)) / 60_000)
}

it('keeps a session alive by what a person asks', async () => {
  expect(await ageAfterAsking({})).toBe(0)
})

it('lets a session grow idle under a page that only looks up what waits', async () => {
  expect(await ageAfterAsking({ [backgroundHeader]: 'yes' })).toBe(10)
})
