import 'server-only'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { groupBy } from '@/lib/core/group-by'
import type { ReadReason } from '@/lib/database/event-tables'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { putSoon } from '@/lib/jobs/put-soon'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import { env } from '@/lib/platform/env'
import type { Reading } from '../reading'

type Tx = Transaction<Tables>

/** An event that was taken in anew. `isTold` is false for one that somebody imported: of the past it settles nothing. */
export type News = { merchant: string; reading: Reading; isFromService: boolean; differs: boolean }

const watchedMs = 60_000
/** Of one account; what comes beyond is left out, unless an action waits for it. */
const maxPending = 5_000

/** Writes down which buyers are to be read again because of events: those of whom it matters now what is so. Commands nothing. */
export async function wantReads(tx: Tx, news: readonly News[]): Promise<void> {
  if (env().EVENTS_READS_PER_SECOND === 0) return
  for (const [merchant, some] of groupBy(
    news.filter(({ isFromService: isTold }) => isTold),
    (each) => each.merchant,
  ))
    await wantReadsOf(tx, merchant, some)
}

async function wantReadsOf(tx: Tx, merchant: string, news: readonly News[]): Promise<void> {
  const buyers = [...new Set(news.flatMap(({ reading }) => reading.buyer.id ?? []))]
  if (buyers.length === 0) return
  const reasons = new Map<string, ReadReason>()
  for (const { reading, differs } of news) if (differs && reading.buyer.id) reasons.set(reading.buyer.id, 'differs')
  for (const id of await waitedFor(tx, merchant, buyers)) reasons.set(id, 'request')
  for (const id of await lookedAt(tx, merchant, buyers)) reasons.set(id, 'page')
  for (const id of await actedOn(tx, merchant, buyers, news)) reasons.set(id, 'action')
  if (reasons.size === 0) return
  const { count } = await tx
    .selectFrom('event_reads')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('merchant', '=', merchant)
    .executeTakeFirstOrThrow()
  const at = new Date().toISOString()
  const rows = [...reasons].flatMap(([buyer_id, why]) =>
    why === 'action' || Number(count) < maxPending ? [{ merchant, buyer_id, why, due_at: at, wanted_at: at, tries: 0 }] : [],
  )
  for (const row of rows.toSorted((a, b) => (a.buyer_id < b.buyer_id ? -1 : 1)))
    await tx
      .insertInto('event_reads')
      .values(row)
      .onConflict((conflict) =>
        // One that was just read for another reason than an action stays due when its minute is over.
        conflict
          .columns(['merchant', 'buyer_id', 'why'])
          .doUpdateSet({ wanted_at: at, tries: 0, ...(row.why === 'action' && { due_at: at }) }),
      )
      .execute()
  await putSoon(tx, 'event-reads')
}

/** Those on whom an action isn't settled, or may soon not be: the event often comes before the answer is given up. */
async function actedOn(tx: Tx, merchant: string, buyers: string[], news: readonly News[]): Promise<string[]> {
  const open = tx
    .selectFrom('actions')
    .select(['action_id', 'buyer_id'])
    .where('merchant', '=', merchant)
    .where('state', 'in', ['sent', 'unconfirmed'])
    .where('settled_as', 'is', null)
  const rows = await open.where('buyer_id', 'in', buyers).execute()
  const orders = new Map(
    news.flatMap(({ reading: { thing, buyer } }) => {
      const id = thing?.kind === 'charge' ? actionOfOrder(thing.of.metaData) : null
      return id !== null && buyer.id !== null ? [[id, buyer.id] as const] : []
    }),
  )
  const made = orders.size === 0 ? [] : await open.where('action_id', 'in', [...orders.keys()]).execute()
  return [...rows.flatMap(({ buyer_id }) => buyer_id ?? []), ...made.flatMap(({ action_id }) => orders.get(action_id) ?? [])]
}

async function lookedAt(tx: Tx, merchant: string, buyers: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('presence')
    .select('buyer_id')
    .where('merchant', '=', merchant)
    .where('buyer_id', 'in', buyers)
    .where('seen_at', '>', new Date(Date.now() - watchedMs).toISOString())
    .execute()
  return rows.map(({ buyer_id }) => buyer_id)
}

/** Those for whom a request waits to be approved, or a refund to be decided. */
async function waitedFor(tx: Tx, merchant: string, buyers: string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of ['approvals', 'refunds'] as const) {
    const rows = await tx
      .selectFrom(table as 'approvals') // each has these columns
      .select('buyer_id')
      .where('merchant', '=', merchant)
      .where('buyer_id', 'in', buyers)
      .where('state', '=', 'waiting')
      .execute()
    found.push(...rows.flatMap(({ buyer_id }) => buyer_id ?? []))
  }
  return found
}

/** A buyer to be read again. */
export type PendingRead = Tables['event_reads']

/** After this long another copy may take over a read whose copy has ended. */
const heldMs = 60_000

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

/**
 * Takes those of a merchant account that are due, those first of which an action waits, and of these the ones that were never read: one that the service
 * didn't show the first time must not keep others from being settled. Two copies never take the same.
 */
export async function takeDue(store: Database, merchant: string, maxReads: number): Promise<PendingRead[]> {
  const now = after(0)
  const due = store
    .selectFrom('event_reads')
    .select(['buyer_id', 'why'])
    .where('merchant', '=', merchant)
    .where('due_at', '<=', now)
    .orderBy(sql`case why when 'action' then 0 else 1 end`)
    .orderBy('tries')
    .orderBy('due_at')
    .limit(maxReads)
  return store
    .updateTable('event_reads')
    .set({ due_at: after(heldMs) })
    .where('merchant', '=', merchant)
    .where('due_at', '<=', now) // looked at once more where another copy was quicker
    .where(({ refTuple }) => refTuple('buyer_id', 'why'), 'in', due.$asTuple('buyer_id', 'why'))
    .returningAll()
    .execute()
}

/** When the next of a merchant account is due, in milliseconds from now. */
export async function nextDue(store: Database, merchant: string): Promise<number> {
  const { at } = await store
    .selectFrom('event_reads')
    .select(({ fn }) => fn.min('due_at').as('at'))
    .where('merchant', '=', merchant)
    .executeTakeFirstOrThrow()
  return at === null ? Number.POSITIVE_INFINITY : Date.parse(at) - Date.now()
}

/** Only as it was taken: an event that came meanwhile has set it anew, and then it stays as that has set it. */
const asTaken =
  ({ merchant, buyer_id, why, wanted_at }: PendingRead) =>
  ({ and }: ExpressionBuilder<Tables, 'event_reads'>) =>
    and({ merchant, buyer_id, why, wanted_at })

export async function readLater(store: Database, row: PendingRead, { tries, ms }: { tries: number; ms: number }): Promise<void> {
  await store
    .updateTable('event_reads')
    .set({ tries, due_at: after(ms) })
    .where(asTaken(row))
    .execute()
}

export async function forgetRead(store: Database, row: PendingRead): Promise<void> {
  await store.deleteFrom('event_reads').where(asTaken(row)).execute()
}
