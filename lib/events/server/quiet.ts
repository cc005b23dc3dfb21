import 'server-only'
import { dayMs, hourMs } from '@/lib/core/dates'
import type { Database } from '@/lib/database/open'
import { quietSince, usualDays } from '../silence'
import { hoursSince } from './hours'

/** Whoever changes an address makes one and revokes the other within the hour, in either order. */
const changeMs = hourMs

/**
 * When the last event of a merchant account came, whichever of its addresses took it, as one that replaces another is silent as well; and since when
 * the next is waited for, which is null where every address was revoked: then nobody waits.
 */
export async function lastEvent(
  store: Database,
  merchant: string,
): Promise<{ lastAt: number | null; waitedSince: number | null }> {
  const addresses = await store
    .selectFrom('event_addresses')
    .select(['made_at', 'revoked_at', 'last_used_at'])
    .where('merchant', '=', merchant)
    .orderBy('made_at', 'desc')
    .execute()
  const last = addresses.reduce(
    (latest, { last_used_at }) => (last_used_at !== null && last_used_at > latest ? last_used_at : latest),
    '',
  )
  const lastAt = last === '' ? null : Date.parse(last)
  let since: number | null = null
  for (const { made_at, revoked_at, last_used_at } of addresses) {
    if (revoked_at !== null && (since === null || Date.parse(revoked_at) < since - changeMs)) continue
    if (last_used_at === last) return { lastAt, waitedSince: lastAt }
    since = Date.parse(made_at)
  }
  return { lastAt, waitedSince: since }
}

/** Since when a merchant account that sends events has sent none, where that is longer than usual; in milliseconds. */
export async function quietNow(store: Database, merchant: string, now = Date.now()): Promise<number | null> {
  const { lastAt, waitedSince } = await lastEvent(store, merchant)
  if (lastAt === null || waitedSince === null) return null
  const hours = await hoursSince(store, merchant, lastAt - usualDays * dayMs)
  const received = hours.filter(({ what }) => what === 'received').map(({ hour, count }) => [hour, Number(count)] as const)
  return quietSince(new Map(received), { lastAt, from: Math.max(lastAt, waitedSince), now })
}
