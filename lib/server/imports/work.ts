import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { ImportCounts, ImportMapping } from '@/lib/import-columns'
import { type Database, database } from '../database/open'
import type { Tables } from '../database/schema'
import { saveNotes } from '../directory/save'
import { processName } from '../journal/process-name'
import { learnMany } from '../knowledge/learn-many'
import { buyerInRow, type ListedBuyer } from './buyer-in-row'
import { type Compared, compare } from './compare'
import { ListFault } from './list-fault'
import { inJournal, noteImport, notInJournal } from './note-import'
import { type ListRow, readRows } from './read-rows'
import { type ImportRow, readImport } from './store'

const rowsAtOnce = 300
/** Between two pieces others get at the database. */
const pauseMs = 2

/** Another process works on the import now, or somebody called it off. */
class Taken extends Error {}

/**
 * Goes through a list from where it was left to its end: in the stage `checking` it counts what would change, in the stage `importing` it
 * takes it in. Each piece and the count of rows done are one transaction, so whenever this is killed it goes on with nothing lost and
 * nothing twice. Resolves to false where another process has taken over.
 */
export async function workThrough(
  row: ImportRow,
  text: AsyncIterable<string>,
  onProgress?: (done: number) => void | Promise<void>,
): Promise<boolean> {
  try {
    await throughRows(row, readRows(text), onProgress)
    await endStage(row.id)
    return true
  } catch (cause) {
    if (cause instanceof Taken) return false
    if (!(cause instanceof ListFault)) throw cause // the list is gone on with when the database is back, or by whoever has the job next
    await failed(row.id, cause.message)
    return true
  }
}

async function throughRows(
  row: ImportRow,
  rows: AsyncIterable<ListRow>,
  onProgress?: (done: number) => void | Promise<void>,
): Promise<void> {
  const store = await database()
  const mapping = JSON.parse(row.mapping) as ImportMapping
  const width = (JSON.parse(row.columns) as string[]).length
  let number = -1 // the header
  let done = row.rows_done
  let piece: Piece = { buyers: new Map(), rejects: [] }
  const flush = async () => {
    const next = number
    if (next === done) return
    await savePiece(store, row, { done, next }, piece)
    done = next
    piece = { buyers: new Map(), rejects: [] }
    await onProgress?.(done)
    await wait(pauseMs)
  }
  for await (const listed of rows) {
    if (number >= row.rows_done) {
      const buyer = buyerInRow(listed, mapping, width)
      if ('why' in buyer) piece.rejects.push({ ...listed, why: buyer.why })
      else {
        // The same buyer on another row is compared with what the first one has brought.
        if (piece.buyers.has(buyer.buyerId)) await flush()
        piece.buyers.set(buyer.buyerId, buyer)
      }
    }
    number += 1
    if (number - done >= rowsAtOnce) await flush()
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
    const compared = piece.buyers.size === 0 ? [] : await compare(tx, row.merchant, [...piece.buyers.values()])
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
  return { counts: JSON.parse(held.counts) as ImportCounts, state: held.state }
}

async function takeIn(tx: Transaction<Tables>, { merchant, person }: ImportRow, compared: readonly Compared[]): Promise<void> {
  await learnMany(tx, compared, { merchant, source: 'import', person, at: new Date() })
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
      row.state === 'checking' ? checkedAs(row.rows_done) : ({ state: 'done', why: inJournal() ? null : notInJournal } as const)
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
    if (inJournal()) await noteImport(tx, row)
  })
}

const checkedAs = (rows: number) => ({ state: 'checked', rows_in_file: rows }) as const

async function failed(id: string, why: string): Promise<void> {
  const store = await database()
  await store
    .updateTable('imports')
    .set({ state: 'failed', why })
    .where('id', '=', id)
    .where('process', '=', processName())
    .execute()
}
