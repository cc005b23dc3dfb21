import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { iso } from '@/lib/core/dates'
import { invalid } from '@/lib/core/problem'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { wakeIndex } from '@/lib/knowledge/server/directory'
import type { Note } from '@/lib/knowledge/server/note-of'
import type { Person } from '@/lib/people/server/sessions'
import { maxReplayed, type Replayed } from '../replay'
import { addCopies, isOnlyReader, sameAs, tellDirectory } from './read-events'
import { readStored } from './read-stored'
import { weigh } from './weigh'

type Row = Tables['events']
type Tx = Transaction<Tables>

/** Which events: those of a merchant account that came from one moment until before another. */
export type Stretch = { merchant: string; from: number; to: number }

const atOnce = 100
const busyMs = 50

/**
 * Reads stored events once more with the reader of today. What they tell is corrected; nothing is settled, nobody is alerted and the service is
 * asked nothing, and from then on they prove nothing. A dry run says what would change.
 */
export async function replayEvents(stretch: Stretch, isDryRun: boolean, signal: AbortSignal): Promise<Replayed> {
  const store = await database()
  const until = iso(Date.now())
  const all: Replayed = { isDryRun, read: 0, events: 0, charges: 0 }
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const piece = await replaySome(store, { ...stretch, after, until }, isDryRun)
    if (piece === 'busy') {
      await wait(busyMs)
      continue
    }
    all.read += piece.read
    all.events += piece.events
    all.charges += piece.charges
    if (piece.last === null) break
    after = piece.last
  }
  if (!isDryRun) wakeIndex(null)
  return all
}

class NothingKept extends Error {}
type Piece = Pick<Replayed, 'read' | 'events' | 'charges'> & { last: string | null }
type From = Stretch & { after: string; until: string }

async function replaySome(store: Database, from: From, isDryRun: boolean): Promise<Piece | 'busy'> {
  let piece: Piece | 'busy' = 'busy'
  try {
    await store.transaction().execute(async (tx) => {
      if (!(await isOnlyReader(tx))) return
      piece = await replayPiece(tx, from)
      if (isDryRun) throw new NothingKept()
    })
  } catch (cause) {
    if (!(cause instanceof NothingKept)) throw cause
  }
  return piece
}

const inStretch = (store: Database, { merchant, from, to }: Stretch) =>
  store
    .selectFrom('events')
    .where('merchant', '=', merchant)
    .where('state', '<>', 'received')
    .where('received_at', '>=', iso(from))
    .where('received_at', '<', iso(to))

/** In the order of their ids, which no reading changes. */
async function replayPiece(tx: Tx, { after, until, ...stretch }: From): Promise<Piece> {
  const rows = await inStretch(tx, stretch).selectAll().where('id', '>', after).orderBy('id').limit(atOnce).execute()
  const changed = new Set<string>()
  const things = new Set<string>()
  for (const row of rows) {
    if (row.entity !== null) things.add(row.entity)
    const entity = await replayOne(tx, row, changed)
    if (entity !== null) things.add(entity)
  }
  const { merchant } = stretch
  let charges = 0
  for (const weighed of (
    await weigh(
      tx,
      [...things].map((entity) => ({ merchant, entity })),
    )
  ).values()) {
    for (const id of weighed.changed) changed.add(id)
    if (weighed.note && (await isNews(tx, merchant, weighed.note))) charges += 1
  }
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.updateTable('events').set({ replayed_at: until }).where('id', 'in', ids).execute()
  return { read: rows.length, events: changed.size, charges, last: rows.length === atOnce ? (ids.at(-1) ?? null) : null }
}

/** Returns what it is about now. */
async function replayOne(tx: Tx, row: Row, changed: Set<string>): Promise<string | null> {
  const { values, reading } = readStored(row)
  const isOther = (Object.keys(values) as (keyof typeof values)[]).some(
    // An earlier version kept no provider, which nothing but alerts counts by.
    (name) => name !== 'state' && name !== 'provider' && values[name] !== row[name],
  )
  const wasRead = !['foreign', 'unreadable', 'test'].includes(row.state)
  if (isOther || wasRead !== (reading !== null)) {
    changed.add(row.id)
    const same = reading && row.proved === null ? await sameAs(tx, [{ row, values }]) : new Map<string, string>()
    if (same.size > 0) {
      await addCopies(tx, [row], same)
      return values.entity ?? null
    }
    const nothing = { type: null, action: null, said_at: null, buyer_id: null, entity: null, why: null }
    const { state, ...rest } = { ...nothing, ...values }
    const as = wasRead && reading ? {} : { state } // what it is worth among others is weighed after
    await tx
      .updateTable('events')
      .set({ ...rest, ...as })
      .where('id', '=', row.id)
      .execute()
  }
  if (reading) await tellDirectory(tx, [{ row, values, reading }])
  return values.entity ?? null
}

/** Whether Find tells something else of the charge yet. One that was read from the service stays as it was read. */
async function isNews(tx: Tx, merchant: string, { buyerId, charges }: Note): Promise<boolean> {
  const [charge] = charges
  if (!charge) return false
  const columns = ['buyer_id', 'order_id', 'amount', 'currency', 'day', 'last_four', 'status', 'told_by'] as const
  const kept = await tx
    .selectFrom('directory_charges')
    .select(columns)
    .where('merchant', '=', merchant)
    .where('charge_id', '=', charge.charge_id)
    .execute()
  if (kept.some(({ told_by }) => told_by === 'read')) return false
  const columnValues: Record<string, unknown> = { ...charge, buyer_id: buyerId }
  return !kept.some((row) => columns.every((column) => row[column] === columnValues[column]))
}

/** The same, asked for by an admin, who is in the journal with it. Throws `invalid` for more events than a page can wait for. */
export async function replayByPerson(
  person: Person,
  stretch: Stretch,
  { isDryRun, signal, claim }: { isDryRun: boolean; signal: AbortSignal; claim: Claim },
): Promise<Replayed> {
  const store = await database()
  const some = inStretch(store, stretch)
    .select('id')
    .limit(maxReplayed + 1)
  if ((await some.execute()).length > maxReplayed)
    throw invalid([{ field: 'from', title: `More than ${maxReplayed} events. Choose a shorter time, or use the command.` }])
  const replayed = await replayEvents(stretch, isDryRun, signal)
  await store.transaction().execute(async (tx) => {
    await claim.take(tx)
    if (!isDryRun) await recordReplay(tx, person, stretch, replayed)
    await claim.keep(tx, replayed)
  })
  return replayed
}

/** Writes down who had events read again. */
export const recordReplay = (
  tx: Tx,
  person: Pick<Person, 'accountId' | 'name'>,
  { merchant, from, to }: Stretch,
  replayed: Replayed,
) =>
  append(tx, {
    kind: 'setting',
    detail: { setting: 'events-replayed', from: iso(from), to: iso(to), ...replayed },
    actionId: null,
    accountId: person.accountId,
    person: person.name,
    merchant,
    operation: 'events',
    buyerId: null,
    ticket: null,
  })
