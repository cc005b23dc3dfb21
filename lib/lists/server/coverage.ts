import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, database } from '@/lib/database/open'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { YieldTimer } from '@/lib/platform/yield-timer'
import type { ListCoverage } from '../lists'

/** How long a list waits for the first count. */
const patienceMs = 50
const keptMs = 10_000
/** What takes longer to count is kept longer, so that counting never takes more than a fiftieth of the time. */
const keptTimesTaken = 50
type Kept = { until: number; known: Promise<ListCoverage> }

/** On how many buyers the lists of a kind rest. Counting all of them takes longer than a list may, so a list is given the last count. */
export function coverageOf(of: ListCoverage['of'], merchant: string): Promise<ListCoverage> {
  const kept = singleton('list-coverage', () => new Map<string, Kept>())
  const key = `${of} ${merchant}`
  const last = kept.get(key)
  if (last && last.until > Date.now()) return last.known
  const begun = performance.now()
  const counting = counted(of, merchant)
  const inTime = Promise.race([counting, wait(patienceMs).then(() => withoutCount(of, merchant))])
  const entry = { until: Number.POSITIVE_INFINITY, known: last?.known ?? inTime }
  kept.set(key, entry)
  counting.then(
    () => kept.set(key, { until: Date.now() + Math.max(keptMs, keptTimesTaken * (performance.now() - begun)), known: counting }),
    (cause: unknown) => {
      kept.delete(key)
      log.error({ err: cause }, 'list_coverage_not_counted')
    },
  )
  return entry.known
}

const tables = {
  charges: { table: 'directory_charges', seen: 'seen_on', where: sql<boolean>`told_by = 'read'` },
  subscriptions: { table: 'directory_subscriptions', seen: 'seen_at', where: sql<boolean>`1 = 1` },
} as const

const atOnce = 2_000

async function counted(of: ListCoverage['of'], merchant: string): Promise<ListCoverage> {
  const known = await withoutCount(of, merchant)
  if (of === 'journal' || of === 'events') return { ...known, read: 0 }
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
    if (rows.length < atOnce) return { ...known, read }
    await timer.yieldNow()
  }
}

async function withoutCount(of: ListCoverage['of'], merchant: string): Promise<ListCoverage> {
  const store = await database()
  const known = await store.selectFrom('directory_counts').select('buyers').where('merchant', '=', merchant).executeTakeFirst()
  const buyers = known?.buyers ?? 0
  if (of === 'journal') return { of, buyers, read: null, from: null, until: null }
  if (of === 'events') return { of, buyers, read: null, ...(await eventDays(store, merchant)) }
  const { table, seen, where } = tables[of]
  const { rows } = await sql<{ from: string | null; until: string | null }>`
    select min(${sql.ref(seen)}) as "from", max(${sql.ref(seen)}) as "until" from ${sql.table(table)}
    where merchant = ${merchant} and ${where}`.execute(store)
  const day = (at: string | null | undefined) => at?.slice(0, 10) ?? null
  return { of, buyers, read: null, from: day(rows[0]?.from), until: day(rows[0]?.until) }
}

/** Between which days the events came that are kept. */
async function eventDays(store: Database, merchant: string): Promise<Pick<ListCoverage, 'from' | 'until'>> {
  const { from, until } = await store
    .selectFrom('events')
    .select(({ fn }) => [fn.min('received_at').as('from'), fn.max('received_at').as('until')])
    .where('merchant', '=', merchant)
    .executeTakeFirstOrThrow()
  return { from: from?.slice(0, 10) ?? null, until: until?.slice(0, 10) ?? null }
}
