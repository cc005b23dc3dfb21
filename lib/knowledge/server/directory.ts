import 'server-only'
import { createHash, randomUUID } from 'node:crypto'
import { type Insertable, sql, type Transaction } from 'kysely'
import { dayIn } from '@/lib/core/dates'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import { breathe } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { zoneOf } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import type { Note } from './note-of'

// An answer's note is written with its facts, in the same transaction, and brought into the directory after the answer has been sent:
// a person never waits for an index, and a process that is killed in between loses nothing.

export type Pending = { merchant: string; note: Note; mark: string }

/** A digest of question and answer: the same answer to the same question needs indexing once a day. */
export function markOf(merchant: string, questionAndAnswer: unknown): string {
  const text = JSON.stringify([merchant, today(), questionAndAnswer])
  return createHash('sha256').update(text).digest('base64')
}

/** Whether this process has indexed the same answer to the same question today. */
export const isIndexed = (mark: string): boolean => indexed().has(mark)

const indexed = () => singleton('directory-indexed', () => new Set<string>())
const maxRemembered = 20_000
/** What comes sooner after the last piece of work is taken together: half a second at first, up to two where answers keep coming. */
const [togetherMs, longestMs, restMs] = [500, 2_000, 4_000]

/** Writes down what is to go into the directory, with the facts that it comes from. */
export async function keepPending(tx: Transaction<Tables>, ...pending: readonly Pending[]): Promise<void> {
  const rows = pending.flatMap(({ merchant, note }) => {
    // They are taken in the order in which they came, several of one millisecond too.
    const id = `${new Date().toISOString()} ${String(++singleton('directory-kept', () => ({ kept: 0 })).kept).padStart(9, '0')} ${randomUUID()}`
    const whose = { merchant, buyer_id: note.buyerId, tries: 0 }
    return inPieces(note).map((each, number) => ({ ...whose, id: `${id} ${number}`, note: JSON.stringify(each) }))
  })
  if (rows.length > 0) await tx.insertInto('directory_pending').values(rows).execute()
}

const piece = 200

/** A long history goes in bit by bit, so that nobody waits long for the database in between. */
function inPieces({ buyerId, keys, charges }: Note): Note[] {
  const count = Math.max(1, Math.ceil(keys.length / piece), Math.ceil(charges.length / piece))
  return Array.from({ length: count }, (_, number) => {
    const part = <T>(all: T[]) => all.slice(number * piece, (number + 1) * piece)
    return { buyerId, keys: part(keys), charges: part(charges) }
  })
}

/** Lets the directory catch up in the background, at once where it has rested. `kept` is what has been committed just now. */
export function wakeIndex(kept: Pending | null): void {
  if (kept !== null && indexed().size >= maxRemembered) indexed().clear()
  if (kept !== null) indexed().add(kept.mark)
  const state = singleton('directory-waker', () => ({ awake: false, at: Number.NEGATIVE_INFINITY, waitMs: togetherMs }))
  if (state.awake) return
  state.awake = true
  state.waitMs = performance.now() - state.at > restMs ? togetherMs : Math.min(state.waitMs * 1.25, longestMs)
  setTimeout(
    () => {
      Object.assign(state, { awake: false, at: performance.now() })
      indexPending().catch((cause: unknown) => log.error({ err: cause }, 'directory_behind'))
    },
    state.at + state.waitMs - performance.now(),
  )
}

/** In one transaction: few pieces of a long history, many notes of an event each. The flush at its end stops the process on the embedded database. */
const [atOnce, maxSize] = [64, 40_000]

/** Brings into the directory whatever waits. Several processes may do so at once: each row is taken by one. Returns how many rows went in. */
export async function indexPending(): Promise<number> {
  let done = 0
  const store = await database()
  for (;;) {
    if ((await waitingRows(store, 1)).length === 0) return done // a look takes no lock that others wait for
    const since = performance.now()
    const taken = await indexSome(atOnce).catch(() => indexOneByOne())
    done += taken
    if (taken === 0) return done
    await breathe(since)
  }
}

async function indexSome(max: number): Promise<number> {
  const store = await database()
  return store.transaction().execute(async (tx) => {
    const waiting = shortOnes(await waitingRows(tx, max))
    if (waiting.length === 0) return 0
    const ids = waiting.map(({ id }) => id)
    // Whoever deletes a row has it; another process that wanted the same one waits here and then finds it gone.
    const gone = await tx.deleteFrom('directory_pending').where('id', 'in', ids).returning(['id', 'merchant', 'note']).execute()
    const rows = gone.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) // of one charge the newest note counts
    const notesOf = (of: string) => rows.flatMap(({ merchant, note }) => (merchant === of ? fromOwnJson<Note>(note) : []))
    for (const merchant of new Set(rows.map((row) => row.merchant))) await saveNotes(tx, merchant, notesOf(merchant))
    return waiting.length
  })
}

const size = sql<number>`length(note)`.as('size')

/** Those that failed before come last. */
const waitingRows = (store: Database | Transaction<Tables>, max: number) =>
  store.selectFrom('directory_pending').select(['id', 'tries', size]).orderBy('tries').orderBy('id').limit(max).execute()

/** The first, and those after it that are short enough together. */
function shortOnes<Row extends { size: number }>(rows: Row[]): Row[] {
  let length = 0
  const end = rows.findIndex(({ size }, at) => {
    length += size
    return at > 0 && length > maxSize
  })
  return end < 0 ? rows : rows.slice(0, end)
}

/** One that cannot be written keeps nobody else waiting; it is tried again behind the others, and the log says so. */
async function indexOneByOne(): Promise<number> {
  try {
    return await indexSome(1)
  } catch (cause) {
    const store = await database()
    for (const { id, tries } of await waitingRows(store, 1))
      await store
        .updateTable('directory_pending')
        .set({ tries: tries + 1 })
        .where('id', '=', id)
        .execute()
    throw cause
  }
}

export type KeyRow = Omit<Tables['directory_keys'], 'id'>

// Statements of a few lengths only: the embedded database prepares each length once and keeps it.
const rowsAtOnce = 64

/** Puts notes into the directory. What is there already is only marked as seen today; nothing stands there twice. */
export async function saveNotes(tx: Transaction<Tables>, merchant: string, notes: readonly Note[], on?: string): Promise<void> {
  const day = on ?? dayIn(Date.now(), zoneOf(merchant))
  const keys = notes.flatMap(({ buyerId, keys }) =>
    keys.map((key): KeyRow => ({ merchant, buyer_id: key.kind === 'descriptor' ? '' : buyerId, ...key, seen_on: day })),
  )
  const charges = notes.flatMap(({ buyerId, charges }) =>
    charges.map((charge) => ({ merchant, buyer_id: buyerId, told_by: 'read' as const, ...charge, seen_on: day })),
  )
  await countNewBuyers(tx, merchant, ordered(keys.filter(({ kind }) => kind === 'buyer')))
  for (const rows of someOf(ordered(keys))) await saveKeys(tx, rows)
  // What was read from the service comes last, so that of one charge it is what stays.
  const distinct = new Map(charges.toSorted((a, b) => (a.told_by < b.told_by ? -1 : 1)).map((row) => [row.charge_id, row]))
  const sorted = [...distinct.values()].toSorted((a, b) => (a.charge_id < b.charge_id ? -1 : 1))
  for (const rows of someOf(sorted)) await saveCharges(tx, rows)
}

export const today = (now = new Date()): string => now.toISOString().slice(0, 10)

const identity = ({ key, kind, buyer_id, thing }: KeyRow) => `${key}\n${kind}\n${buyer_id}\n${thing}`

/** Distinct, and in one order for every process: two that write the same rows then wait for each other instead of locking up. */
function ordered(rows: KeyRow[]): KeyRow[] {
  const distinct = new Map(rows.map((row) => [identity(row), row]))
  return [...distinct].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function* someOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}

async function countNewBuyers(tx: Transaction<Tables>, merchant: string, rows: KeyRow[]): Promise<void> {
  let buyers = 0
  for (const some of someOf(rows)) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('directory_keys')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    buyers += Number(numInsertedOrUpdatedRows ?? 0n)
  }
  if (buyers > 0) await addToCount(tx, merchant, buyers)
}

/** Keeps the number of buyers: a search that finds nobody says it, and counting a million rows would take longer than the search. */
export async function addToCount(tx: Transaction<Tables>, merchant: string, buyers: number): Promise<void> {
  await tx
    .insertInto('directory_counts')
    .values({ merchant, buyers })
    .onConflict((conflict) =>
      conflict.column('merchant').doUpdateSet((row) => ({ buyers: row('directory_counts.buyers', '+', buyers) })),
    )
    .execute()
}

/** How many buyers of a merchant account are known here. */
export async function buyersKnown(store: Database, merchant: string): Promise<number> {
  const row = await store.selectFrom('directory_counts').select('buyers').where('merchant', '=', merchant).executeTakeFirst()
  return row?.buyers ?? 0
}

async function saveKeys(tx: Transaction<Tables>, rows: KeyRow[]): Promise<void> {
  await tx
    .insertInto('directory_keys')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'key', 'kind', 'buyer_id', 'thing'])
        .doUpdateSet((row) => ({ seen_on: row.ref('excluded.seen_on') }))
        .whereRef('directory_keys.seen_on', '<>', 'excluded.seen_on'),
    )
    .execute()
}

async function saveCharges(tx: Transaction<Tables>, rows: Insertable<Tables['directory_charges']>[]): Promise<void> {
  await tx
    .insertInto('directory_charges')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['merchant', 'charge_id'])
        .doUpdateSet((row) => ({
          buyer_id: row.ref('excluded.buyer_id'),
          order_id: row.ref('excluded.order_id'),
          status: row.ref('excluded.status'),
          seen_on: row.ref('excluded.seen_on'),
          amount: row.ref('excluded.amount'),
          amount_given: row.ref('excluded.amount_given'),
          currency: row.ref('excluded.currency'),
          day: row.ref('excluded.day'),
          last_four: row.ref('excluded.last_four'),
          descriptor: row.ref('excluded.descriptor'),
          made_at: row.ref('excluded.made_at'),
          provider: row.ref('excluded.provider'),
          code: row.ref('excluded.code'),
          product: row.ref('excluded.product'),
          kind: row.ref('excluded.kind'),
          order_state: row.ref('excluded.order_state'),
          is_last: row.ref('excluded.is_last'),
          asked: row.ref('excluded.asked'),
          asked_currency: row.ref('excluded.asked_currency'),
          receipt: row.ref('excluded.receipt'),
          tax: row.ref('excluded.tax'),
          told_by: row.ref('excluded.told_by'),
        }))
        .where(sql<boolean>`excluded.told_by = 'read' or directory_charges.told_by = 'event'`),
    )
    .execute()
}
