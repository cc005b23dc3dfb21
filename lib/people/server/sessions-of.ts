import 'server-only'
import type { Transaction } from 'kysely'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Session } from '../session'
import { absoluteMs, idleMs } from './sessions'

type Store = Database | Transaction<Tables>

/** The sessions of an account that are still alive, the one used last first. */
export async function sessionsOf(store: Store, accountId: string, own: string | null, now = new Date()): Promise<Session[]> {
  const since = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const rows = await store
    .selectFrom('sessions')
    .select(['id', 'address', 'browser', 'created_at', 'seen_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('created_at', '>', since(absoluteMs))
    .where('seen_at', '>', since(idleMs))
    .orderBy('seen_at', 'desc')
    .execute()
  return rows.map(({ id, address, browser, created_at, seen_at }) => ({
    id,
    address,
    browser,
    startedAt: created_at,
    seenAt: seen_at,
    isThis: id === own,
  }))
}

/** Ends the sessions of an account, or those of them that are meant. Returns how many. */
export async function endSessionsOf(
  store: Store,
  accountId: string,
  { only, but }: { only?: string; but?: string } = {},
  now = new Date(),
): Promise<number> {
  let query = store
    .updateTable('sessions')
    .set({ ended_at: now.toISOString(), ended_as: 'ended' })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if (only !== undefined) query = query.where('id', '=', only)
  if (but !== undefined) query = query.where('id', '!=', but)
  const { numUpdatedRows } = await query.executeTakeFirst()
  return Number(numUpdatedRows)
}
