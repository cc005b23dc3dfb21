import 'server-only'
import { iso, minute } from '@/lib/core/dates'
import type { GapKind } from '@/lib/database/event-tables'
import { type Database, database } from '@/lib/database/open'
import { rules } from '@/lib/operations/rules'
import { env } from '@/lib/platform/env'
import { lastEvent, quietNow } from './quiet'
import { imported } from './store'

/** What the service sends of our own actions, for each command of which it does. */
const eventsOf = Object.entries(rules).flatMap(([name, { heardAs }]) => (heardAs.length === 0 ? [] : [[name, heardAs] as const]))

const expectedWithinMs = 10 * minute
const lookBackMs = 24 * 60 * minute
/** One alone may have been lost. */
const inARow = 2

/** Writes down from when until when events of an account were missing. What was missed then stays known. */
export async function recordGaps(now = Date.now()): Promise<void> {
  const store = await database()
  for (const { code } of env().merchants) {
    const quiet = await quietNow(store, code, now)
    await recordGap(store, { merchant: code, kind: 'quiet', since: quiet, isOver: async () => quiet === null }, now)
    const isListening = (await lastEvent(store, code)).waitedSince !== null
    const since = isListening ? await expectedSince(store, code, now) : null
    const isOver = async (from: string) => !isListening || (await hasHeard(store, code, from))
    await recordGap(store, { merchant: code, kind: 'expected', since, isOver }, now)
  }
}

type Noticed = { merchant: string; kind: GapKind; since: number | null; isOver: (from: string) => Promise<boolean> }

async function recordGap(store: Database, { merchant, kind, since, isOver }: Noticed, now: number): Promise<void> {
  const open = await openGap(store, merchant, kind)
  if (open && (await isOver(open.from_at)))
    await store
      .updateTable('event_gaps')
      .set({ to_at: iso(now) })
      .where('id', '=', open.id)
      .execute()
  if (open || since === null) return
  const of = kind === 'quiet' ? merchant : `${merchant} ${kind}`
  await store
    .insertInto('event_gaps')
    .values({ id: `${of} ${since}`, merchant, from_at: iso(since), to_at: null, kind })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ to_at: null })) // another copy has noticed as well, or it goes on
    .execute()
}

export const openGap = (store: Database, merchant: string, kind: GapKind) =>
  store
    .selectFrom('event_gaps')
    .select(['id', 'from_at'])
    .where('merchant', '=', merchant)
    .where('kind', '=', kind)
    .where('to_at', 'is', null)
    .executeTakeFirst()

/** Since when the events of our own actions don't come, where that is the last ones in a row; in milliseconds. */
async function expectedSince(store: Database, merchant: string, now: number): Promise<number | null> {
  const known: string[] = []
  for (const [operation, actions] of eventsOf) if ((await lastHeard(store, merchant, actions)) !== null) known.push(operation)
  if (known.length === 0) return null
  const acts = await store
    .selectFrom('actions')
    .select('created_at')
    .where('merchant', '=', merchant)
    .where('operation', 'in', known)
    .where('state', '=', 'done')
    .where('created_at', '>=', iso(now - lookBackMs))
    .where('answered_at', '<=', iso(now - expectedWithinMs))
    .orderBy('created_at', 'desc')
    .limit(inARow)
    .execute()
  const first = acts[inARow - 1]?.created_at
  return first === undefined || (await hasHeard(store, merchant, first)) ? null : Date.parse(first)
}

/** Whether an event of a kind that our actions cause has come since, whoever caused it. */
async function hasHeard(store: Database, merchant: string, since: string): Promise<boolean> {
  const last = await lastHeard(
    store,
    merchant,
    eventsOf.flatMap(([, actions]) => actions),
  )
  return last !== null && last >= since
}

/** What is foreign touches nothing, so it's no sign of our own events either. */
async function lastHeard(store: Database, merchant: string, actions: readonly string[]): Promise<string | null> {
  const { last } = await store
    .selectFrom('events')
    .select(({ fn }) => fn.max('last_received_at').as('last'))
    .where('merchant', '=', merchant)
    .where('action', 'in', actions)
    .where('state', 'in', ['taken', 'older', 'differs'])
    .where('address_id', '<>', imported)
    .executeTakeFirstOrThrow()
  return last
}
