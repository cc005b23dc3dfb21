import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { hasJournalKey } from '@/lib/journal/crypto'
import { saveNotes } from '@/lib/knowledge/server/directory'
import { lockFactsOfMany, saveFactsForMany } from '@/lib/knowledge/server/save-facts-for-many'
import { processName } from '@/lib/platform/process-name'
import type { ImportCounts, ImportMapping } from '../import-columns'
import { buyerInRow, type ListedBuyer } from './buyer-in-row'
import { type Compared, compare } from './compare'
import { ListFault } from './list-fault'
import { type ListRow, readRows } from './read-rows'
import { notInJournal, recordImport } from './record-import'
import { type ImportRow, readImport } from './store'

const rowsAtOnce = 300
/** Between two pieces others get at the database. */
const pauseMs = 2

/** Another process works on the import now, or somebody called it off. */
class Taken extends Error {}

/** A list as it is read, and how many of its rows have been; one less than none, for the header comes first. */
export type ListReading = { rows: AsyncGenerator<ListRow>; number: number }

export const listBegun = (text: AsyncIterable<string>): ListReading => ({ rows: readRows(text), number: -1 })

type Working = {
  onProgress: (done: number) => void | Promise<void>
  /** Throws what it aborts with, after a piece has been written: the reading then stands behind that piece. */
  signal?: AbortSignal
}

/**
 * Goes through a list from where it was left to its end: in the stage `checking` it counts what would change, in the stage `importing` it
 * takes it in. Each piece and the count of rows done are one transaction, so whenever this is killed it goes on with nothing lost and
 * nothing twice. Resolves to false where another process has taken over.
 */
export async function processAll(row: ImportRow, reading: ListReading, working: Working): Promise<boolean> {
  try {
    await throughRows(row, reading, working)
    await endStage(row.id)
    return true
  } catch (cause) {
    if (cause instanceof Taken) return false
    if (!(cause instanceof ListFault)) throw cause // the list is gone on with when the database is back, or by whoever has the job next
    await failed(row.id, cause.message)
    return true
  }
}

async function throughRows(row: ImportRow, reading: ListReading, { onProgress, signal }: Working): Promise<void> {
  const store = await database()
  const mapping = fromOwnJson<ImportMapping>(row.mapping)
  const width = fromOwnJson<string[]>(row.columns).length
  let done = row.rows_done
  let piece: Piece = { buyers: new Map(), rejects: [] }
  const flush = async () => {
    const next = reading.number
    if (next === done) return
    await savePiece(store, row, { done, next }, piece)
    done = next
    piece = { buyers: new Map(), rejects: [] }
    await onProgress(done)
    await wait(pauseMs)
  }
  for (let next = await reading.rows.next(); !next.done; next = await reading.rows.next()) {
    const listed = next.value
    if (reading.number >= row.rows_done) {
      const buyer = buyerInRow(listed, mapping, width)
      if ('why' in buyer) piece.rejects.push({ ...listed, why: buyer.why })
      else {
        // The same buyer on another row is compared with what the first one has brought.
        if (piece.buyers.has(buyer.buyerId)) await flush()
        piece.buyers.set(buyer.buyerId, buyer)
      }
    }
    reading.number += 1
    if (reading.number - done < rowsAtOnce) continue
    await flush()
    signal?.throwIfAborted()
  }
  await flush()
}

type Piece = { buyers: Map<string, ListedBuyer>; rejects: (ListRow & { why: string })[] }

async function savePiece(
  store: Database,
  row: ImportRow,
  { done, next }: { done: number; next: number },
  piece: Piece,
): Promise<void> {
  await store.transaction().execute(async (tx) => {
    const { counts, state } = await takeHold(tx, row, done, next)
    const buyers = [...piece.buyers.values()]
    if (state === 'importing' && buyers.length > 0) await lockFactsOfMany(tx, row.merchant, buyers) // what is newer than the list may be about to be written
    const compared = buyers.length === 0 ? [] : await compare(tx, row.merchant, buyers)
    if (state === 'importing') await takeIn(tx, row, compared)
    else if (piece.rejects.length > 0)
      await tx
        .insertInto('import_rejects')
        .values(piece.rejects.map(({ line, why, cells }) => ({ import_id: row.id, line, why, cells: JSON.stringify(cells) })))
        .execute()
    const count = (verdict: Compared['verdict']) => compared.filter((each) => each.verdict === verdict).length
    const sums: ImportCounts = {
      new: counts.new + count('new'),
      changed: counts.changed + count('changed'),
      unchanged: counts.unchanged + count('unchanged'),
      rejected: counts.rejected + piece.rejects.length,
    }
    await tx
      .updateTable('imports')
      .set({ counts: JSON.stringify(sums) })
      .where('id', '=', row.id)
      .execute()
  })
}

/** Moves the count on, which only succeeds for the process that works on it and from where it left it. */
async function takeHold(tx: Transaction<Tables>, { id, state }: ImportRow, done: number, next: number) {
  const held = await tx
    .updateTable('imports')
    .set({ rows_done: next, touched_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('rows_done', '=', done)
    .where('process', '=', processName())
    .returning(['counts', 'state'])
    .executeTakeFirst()
  if (!held) throw new Taken()
  return { counts: fromOwnJson<ImportCounts>(held.counts), state: held.state }
}

async function takeIn(tx: Transaction<Tables>, { merchant, person }: ImportRow, compared: readonly Compared[]): Promise<void> {
  await saveFactsForMany(tx, compared, { merchant, source: 'import', person, at: new Date() })
  await saveNotes(
    tx,
    merchant,
    compared.map(({ note }) => note),
  )
}

/** Ends the stage. An import that is done is written into the journal, and its file is kept no longer. */
async function endStage(id: string): Promise<void> {
  const row = await readImport(id)
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const to =
      row.state === 'checking'
        ? checkedAs(row.rows_done)
        : ({ state: 'done', why: hasJournalKey() ? null : notInJournal } as const)
    const ended = await tx
      .updateTable('imports')
      .set(to)
      .where('id', '=', id)
      .where('state', '=', row.state)
      .where('process', '=', processName())
      .executeTakeFirstOrThrow()
    if (ended.numUpdatedRows !== 1n) throw new Taken()
    if (row.state !== 'importing') return
    await tx.deleteFrom('import_chunks').where('import_id', '=', id).execute()
    if (hasJournalKey()) await recordImport(tx, row)
  })
}

const checkedAs = (rows: number) => ({ state: 'checked', rows_in_file: rows }) as const

async function failed(id: string, why: string): Promise<void> {
  const store = await database()
  const { state } = await readImport(id)
  await store.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('imports')
      .set({ state: 'failed', why })
      .where('id', '=', id)
      .where('state', '=', state)
      .where('process', '=', processName())
      .returningAll()
      .executeTakeFirst()
    const broughtSome = state === 'importing' && row !== undefined && row.rows_done > 0
    if (broughtSome && hasJournalKey()) await recordImport(tx, row, { stopped: 'failed' })
  })
}
