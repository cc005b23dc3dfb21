import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { isMissed, type ReadOutcome, readBuyer, resting } from '@/lib/commands/server/look-first'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { KnownThing } from '@/lib/operations/effects/effect'
import { merchantByCode } from '@/lib/people/server/merchant-rights'
import { processName } from '@/lib/platform/process-name'
import { YieldTimer } from '@/lib/platform/yield-timer'
import { hasRead } from '@/lib/service/account-state'
import { actsOn, markOf } from './actions-since'
import { readOf } from './commands'
import { finishPreview } from './finish-preview'
import { personNamed } from './people'
import { previewRow, type Seen, withDigest } from './preview-rows'
import { doubledRows, doubtsAbout, type Resolved, resolveBuyers, thingsOf } from './resolve'
import { commandIn, findIncident, type IncidentTableRow, type RowOfIncident } from './store'
import { backsOf } from './undo'

const piece = 250
const readsAtOnce = 4

/**
 * Works out what an incident would do, from where it was left, as long as its draft stays as it was asked for: an edit takes the work away.
 * Rejects with what `signal` aborts with; whoever begins it again goes on behind the last piece.
 */
export async function makePreview(id: string, signal: AbortSignal): Promise<void> {
  const store = await database()
  for (;;) {
    signal.throwIfAborted()
    const incident = await findIncident(store, id)
    const work = await store.selectFrom('incident_work').selectAll().where('incident', '=', id).executeTakeFirst()
    if (incident?.state !== 'draft' || work?.previewing !== 1 || work.process !== processName()) return
    const rows = await nextRows(store, id, work.done)
    if (rows.length === 0) return finishPreview(incident)
    const made = await previewPiece(store, incident, rows, signal)
    await setImmediate()
    if (!(await keepPiece(incident, made))) return
  }
}

const nextRows = (store: Database, id: string, after: number): Promise<RowOfIncident[]> =>
  store
    .selectFrom('incident_rows')
    .selectAll()
    .where('incident', '=', id)
    .where('n', '>', after)
    .orderBy('n')
    .limit(piece)
    .execute()

async function previewPiece(store: Database, incident: IncidentTableRow, rows: RowOfIncident[], signal: AbortSignal) {
  const { merchant } = incident
  const read = readOf(commandIn(incident))
  const isResting = await isMissed(store, merchantByCode(merchant), read)
  const context = { incident, now: new Date(), canRead: hasRead(merchantByCode(merchant), read), isResting }
  const resolve = await resolveBuyers(store, merchant, rows)
  const resolved = new Map(rows.map((row) => [row.n, resolve(row)]))
  const doubled = await doubledRows(store, incident.id, rows, (n) => resolved.get(n))
  const buyers = [...resolved.values()].flatMap((each) => ('why' in each || each.buyerId === null ? [] : [each.buyerId]))
  const acts = await actsOn(store, incident, buyers) // before all that is known: what is done meanwhile counts as done since
  const backs = await backsOf(store, incident, rows)
  const things = await thingsOf(store, merchant, buyers)
  const pairs = rows.flatMap(({ n, target }) => {
    const buyerId = resolved.get(n)?.buyerId
    return buyerId == null ? [] : [{ target, buyerId }]
  })
  const doubtOf = await doubtsAbout(store, incident, pairs)
  const seenOf = ({ n, target }: RowOfIncident, of = things): Seen => {
    const who = resolved.get(n) as Resolved
    const buyerId = who.buyerId ?? ''
    const doubt = buyerId === '' ? null : doubtOf({ target, buyerId })
    const known = of.get(buyerId) ?? new Map<string, KnownThing>()
    return {
      resolved: who,
      doubled: doubled.get(n) ?? null,
      things: known,
      doubt,
      actions: (acts.get(target) ?? []).map(markOf),
      back: backs.get(n) ?? null,
      read: isResting ? resting : null,
    }
  }
  const first = await oneByOne(rows, signal, (row) => previewRow(row, seenOf(row), context))
  const wanting = first.flatMap(({ row, wantsRead }) => (wantsRead && row.buyer_id !== null ? [row.buyer_id] : []))
  if (wanting.length === 0) return oneByOne(first, signal, ({ row }) => withDigest(row))
  const outcomes = await readBuyers(store, incident, [...new Set(wanting)], signal)
  const anew = await thingsOf(store, merchant, wanting)
  return rows.map((row, at) => {
    const judged = first[at]
    if (!judged) throw new Error('Each row has been judged')
    if (!judged.wantsRead) return withDigest(judged.row)
    const outcome = outcomes.get(judged.row.buyer_id ?? '') ?? 'off'
    return withDigest(previewRow(row, { ...seenOf(row, anew), read: outcome }, context).row)
  })
}

/** Each of them in turn, with others' requests in between. */
async function oneByOne<Item, Made>(items: readonly Item[], signal: AbortSignal, make: (item: Item) => Made): Promise<Made[]> {
  const timer = new YieldTimer()
  const made: Made[] = []
  for (const item of items) {
    if (timer.isDue) await timer.yieldNow(signal)
    made.push(make(item))
  }
  return made
}

/** Reads buyers at the service, a few at a time. */
async function readBuyers(
  store: Database,
  incident: IncidentTableRow,
  buyerIds: string[],
  signal: AbortSignal,
): Promise<Map<string, ReadOutcome>> {
  const person = await personNamed(incident.planned_account, incident.planned_by)
  const outcomes = new Map<string, ReadOutcome>()
  const waiting = [...buyerIds]
  const one = async () => {
    for (let buyerId = waiting.shift(); buyerId !== undefined; buyerId = waiting.shift()) {
      signal.throwIfAborted()
      outcomes.set(
        buyerId,
        await readBuyer(store, { person, merchant: incident.merchant, read: readOf(commandIn(incident)), buyerId }),
      )
    }
  }
  await Promise.all(Array.from({ length: readsAtOnce }, one))
  return outcomes
}

/** Keeps a piece, if the draft is still the one that is previewed. */
async function keepPiece(incident: IncidentTableRow, rows: readonly RowOfIncident[]): Promise<boolean> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('incident_work')
      .set({ done: rows.at(-1)?.n ?? 0 })
      .where('incident', '=', incident.id)
      .where('process', '=', processName())
      .where('previewing', '=', 1)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    for (let from = 0; from < rows.length; from += rowsAtOnce) await keepRows(tx, rows.slice(from, from + rowsAtOnce))
    return true
  })
}

const rowsAtOnce = 50

const keepRows = (tx: Transaction<Tables>, rows: readonly RowOfIncident[]) =>
  tx
    .insertInto('incident_rows')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['incident', 'n']).doUpdateSet((of) => ({
        buyer_id: of.ref('excluded.buyer_id'),
        state: of.ref('excluded.state'),
        why: of.ref('excluded.why'),
        words: of.ref('excluded.words'),
        before: of.ref('excluded.before'),
        predicted: of.ref('excluded.predicted'),
        planned: of.ref('excluded.planned'),
        sorted_by: of.ref('excluded.sorted_by'),
      })),
    )
    .execute()
