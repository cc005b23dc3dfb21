import 'server-only'
import type { Transaction } from 'kysely'
import type { RefusedEvent } from '@/lib/database/event-tables'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { countEvents } from '@/lib/platform/metrics'
import { singleton } from '@/lib/platform/singleton'

export type HourCount = { merchant: string; what: 'received' | RefusedEvent; count: number }

const hourOf = (moment: number) => new Date(moment).toISOString().slice(0, 13)

/** Adds to what came in this hour. */
export async function countHours(tx: Transaction<Tables>, counts: readonly HourCount[], now = Date.now()): Promise<void> {
  for (const { count, ...of } of counts.toSorted((a, b) => (a.merchant < b.merchant ? -1 : 1))) {
    if (of.what === 'received') countEvents('stored', count)
    await tx
      .insertInto('event_hours')
      .values({ ...of, hour: hourOf(now), count })
      .onConflict((conflict) =>
        conflict.columns(['merchant', 'hour', 'what']).doUpdateSet((row) => ({ count: row('event_hours.count', '+', count) })),
      )
      .execute()
  }
}

const refusedNow = () => singleton('events-refused', () => new Map<string, HourCount>())

/** Counts what was refused. It is written down once a second at most: whoever sends many must not keep the database busy. */
export function countRefused(merchant: string, what: RefusedEvent): void {
  countEvents(what, 1)
  const isKnown = env().merchants.some(({ code }) => code === merchant)
  const refused = refusedNow()
  if (refused.size === 0) setTimeout(() => void writeRefused(), 1_000).unref()
  // What is for no account of ours is counted together and not written: it takes as long to refuse as a wrong secret.
  const of = isKnown ? merchant : ''
  const key = `${of} ${what}`
  refused.set(key, { merchant: of, what, count: (refused.get(key)?.count ?? 0) + 1 })
}

export async function writeRefused(): Promise<void> {
  const counts = [...refusedNow().values()].filter(({ merchant }) => merchant !== '')
  refusedNow().clear()
  try {
    await (await database()).transaction().execute((tx) => countHours(tx, counts))
  } catch (cause) {
    log.warn({ err: cause }, 'events_refused_not_counted')
  }
}

/** What came to a merchant account, or was refused, since an hour. */
export const hoursSince = (store: Database, merchant: string, since: number) =>
  store
    .selectFrom('event_hours')
    .select(['hour', 'what', 'count'])
    .where('merchant', '=', merchant)
    .where('hour', '>=', hourOf(since))
    .execute()
