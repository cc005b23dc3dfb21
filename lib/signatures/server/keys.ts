import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'

export type PasskeyRow = Tables['passkeys']

/** The host that passkeys work for, and the only address that they may be used at. */
export function ownHost(): { host: string; origin: string } {
  const { hostname, origin } = new URL(env().NEXTAUTH_URL)
  return { host: hostname, origin }
}

/** The keys that somebody can use now: those that were removed, or enrolled under another host, work no more. */
export const keysOf = (store: Database, accountId: string): Promise<PasskeyRow[]> =>
  store
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .where('host', '=', ownHost().host)
    .orderBy('added_at')
    .execute()

/** Whether somebody has a key that works now. */
export const hasKey = async (store: Database, accountId: string): Promise<boolean> => (await keysOf(store, accountId)).length > 0

export const transportsOf = ({ transports }: PasskeyRow): string[] => fromOwnJson<string[]>(transports)

/**
 * The columns of a key that the journal vouches for. How often and when it was used changes without an entry, and its transports are a hint
 * to the browser alone.
 */
export const vouchedColumns = [
  'account_id',
  'credential_id',
  'public_key',
  'backed_up',
  'name',
  'host',
  'added_at',
  'removed_at',
] as const

/** How many keys were enrolled under another host than this one, where they work no more. */
export async function keysOfOtherHosts(store: Database): Promise<number> {
  const { count } = await store
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .where('host', '!=', ownHost().host)
    .executeTakeFirstOrThrow()
  return Number(count)
}
