import 'server-only'
import { sql } from 'kysely'
import { dayMs, hourMs, iso } from '@/lib/core/dates'
import type { Database } from '@/lib/database/open'
import { zoneOf } from '@/lib/platform/env'
import { quietSince, usualDays } from '../silence'
import { hoursSince } from './hours'
import { imported } from './store'

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
  const pause = { lastAt, from: Math.max(lastAt, waitedSince), now }
  const begin = lastAt - usualDays * dayMs
  const hours = await hoursSince(store, merchant, begin)
  const received = new Map(
    hours.flatMap(({ what, hour, count }) => (what === 'received' ? [[hour, Number(count)] as const] : [])),
  )
  const zone = zoneOf(merchant)
  if (quietSince(received, pause, zone) === null) return null
  // Only now, since it takes longer: what isn't the account's own doesn't end a silence, so it isn't what is usual either.
  for (const [hour, count] of await othersIn(store, merchant, begin))
    received.set(hour, Math.max(0, (received.get(hour) ?? 0) - count))
  return quietSince(received, pause, zone)
}

/** So many are enough to tell, and quickly looked through while somebody posts garbage without end. */
const mostOthers = 20_000

/**
 * How many of the newest events in each hour were another account's or unreadable. They are found by their state: the operator keeps a database from
 * looking for them among all of the account.
 */
async function othersIn(store: Database, merchant: string, since: number): Promise<[string, number][]> {
  const counts = ['foreign', 'unreadable'].map((state) =>
    sql<{ hour: string; count: number | string }>`
      select substr(received_at, 1, 13) as hour, sum(copies) as count from (
        select received_at, copies from events where state = ${state} and received_at >= ${iso(since)}
          and merchant || '' = ${merchant} and address_id <> ${imported} order by received_at desc limit ${mostOthers}
      ) as others group by 1`.execute(store),
  )
  return (await Promise.all(counts)).flatMap(({ rows }) =>
    rows.map(({ hour, count }) => [hour, Number(count)] as [string, number]),
  )
}
