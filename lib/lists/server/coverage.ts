import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayIn } from '@/lib/core/dates'
import { type Database, database } from '@/lib/database/open'
import { buyersKnown } from '@/lib/knowledge/server/directory'
import { zoneOf } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { YieldTimer } from '@/lib/platform/yield-timer'
import type { ListCoverage } from '../list-page'

/** How long a list waits for a count. */
const patienceMs = 50
/** A count is kept so much longer than it took, so that counting never takes more than a fiftieth of the time. */
const keptTimesTaken = 50
type Kept = { until: number; read: number | null; counting: Promise<number> | null }

/**
 * On how many buyers the lists of a kind rest. How many there are and when they were seen is as it is now. Counting those that were read may take
 * longer than a list may, so a list waits a moment for it and else is given the last count.
 */
export async function coverageOf(of: ListCoverage['of'], merchant: string): Promise<ListCoverage> {
  const known = await withoutCount(of, merchant)
  if (of === 'journal' || of === 'events') return { ...known, read: 0 }
  const read = known.from === null ? 0 : await readNow(of, merchant)
  // Somebody was read since they were counted, so the last count, which was none, no longer holds.
  return { ...known, read: read === 0 && known.from !== null ? null : read }
}

/** How many buyers were read; null while they're counted for the first time. */
async function readNow(of: CountedKind, merchant: string): Promise<number | null> {
  const all = singleton('list-coverage', () => new Map<string, Kept>())
  const key = `${of} ${merchant}`
  const kept = all.get(key) ?? { until: 0, read: null, counting: null }
  all.set(key, kept)
  if (kept.until > Date.now()) return kept.read
  kept.counting ??= countInto(kept, of, merchant)
  const counting = kept.counting.catch(() => kept.read)
  return Promise.race([counting, wait(patienceMs, undefined, { ref: false }).then(() => kept.read)])
}

async function countInto(kept: Kept, of: CountedKind, merchant: string): Promise<number> {
  const begun = performance.now()
  try {
    kept.read = await counted(of, merchant)
    kept.until = Date.now() + keptTimesTaken * (performance.now() - begun)
    return kept.read
  } catch (cause) {
    log.error({ err: cause }, 'list_coverage_not_counted')
    throw cause
  } finally {
    kept.counting = null
  }
}

type CountedKind = keyof typeof tables

const tables = {
  charges: { table: 'directory_charges', seen: 'seen_on', where: sql<boolean>`told_by = 'read'` },
  subscriptions: { table: 'directory_subscriptions', seen: 'seen_at', where: sql<boolean>`1 = 1` },
} as const

const atOnce = 2_000

async function counted(of: CountedKind, merchant: string): Promise<number> {
  const store = await database()
  const timer = new YieldTimer()
  let read = 0
  let after = ''
  // In pieces, so that nobody waits for the database until all are counted.
  for (;;) {
    const { rows } = await sql<{ buyer_id: string }>`select distinct buyer_id from ${sql.table(tables[of].table)}
      where merchant = ${merchant} and ${tables[of].where} and buyer_id > ${after} order by buyer_id limit ${atOnce}`.execute(
      store,
    )
    read += rows.length
    after = rows.at(-1)?.buyer_id ?? ''
    if (rows.length < atOnce) return read
    await timer.yieldNow()
  }
}

async function withoutCount(of: ListCoverage['of'], merchant: string): Promise<ListCoverage> {
  const store = await database()
  const buyers = await buyersKnown(store, merchant)
  if (of === 'journal') return { of, buyers, read: null, from: null, until: null }
  if (of === 'events') return { of, buyers, read: null, ...(await eventDays(store, merchant)) }
  const { table, seen, where } = tables[of]
  const { rows } = await sql<{ from: string | null; until: string | null }>`
    select min(${sql.ref(seen)}) as "from", max(${sql.ref(seen)}) as "until" from ${sql.table(table)}
    where merchant = ${merchant} and ${where}`.execute(store)
  return { of, buyers, read: null, from: dayOf(merchant, rows[0]?.from), until: dayOf(merchant, rows[0]?.until) }
}

/** The merchant account's day of a moment in ISO; a day as it is. */
function dayOf(merchant: string, at: string | null | undefined): string | null {
  if (at == null || at.length === 10) return at ?? null
  return dayIn(Date.parse(at), zoneOf(merchant))
}

/** Between which days the events came that are kept. */
async function eventDays(store: Database, merchant: string): Promise<Pick<ListCoverage, 'from' | 'until'>> {
  const { from, until } = await store
    .selectFrom('events')
    .select(({ fn }) => [fn.min('received_at').as('from'), fn.max('received_at').as('until')])
    .where('merchant', '=', merchant)
    .executeTakeFirstOrThrow()
  return { from: dayOf(merchant, from), until: dayOf(merchant, until) }
}
