import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Import, type ImportCounts, type ImportMapping, noCounts } from '@/lib/import-columns'
import { problem } from '@/lib/problem'
import type { Person } from '../auth/sessions'
import type { ImportState } from '../database/directory-tables'
import type { Database } from '../database/open'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { processName } from '../journal/process-name'

export type ImportRow = Tables['imports']

const rejectsShown = 20

/** A new import, which belongs to this process until it says otherwise. */
export async function createImport(
  store: Database,
  given: { merchant: string; digest: string; columns: string[]; mapping: ImportMapping; state: ImportState },
  person: Pick<Person, 'accountId' | 'name'>,
): Promise<ImportRow> {
  const now = new Date().toISOString()
  const row: ImportRow = {
    ...{ id: randomUUID(), merchant: given.merchant, digest: given.digest, state: given.state },
    ...{ columns: JSON.stringify(given.columns), mapping: JSON.stringify(given.mapping), counts: JSON.stringify(noCounts) },
    ...{ rows_in_file: null, rows_done: 0, why: null, account_id: person.accountId, person: person.name },
    ...{ process: processName(), created_at: now, touched_at: now },
  }
  await store.insertInto('imports').values(row).execute()
  return row
}

/** Throws `notFound`. */
export async function readImport(id: string): Promise<ImportRow> {
  const row = await (await database()).selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'There is no such import any more.', { code: 'no_import' })
  return row
}

/** The newest imports, newest first, as people see them, but for those of merchant accounts that are closed to whoever asks. */
export async function listImports(closed: readonly string[], most = 5): Promise<Import[]> {
  const store = await database()
  const rows = await store
    .selectFrom('imports')
    .selectAll()
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return Promise.all(rows.map((row) => importForPeople(store, row)))
}

export async function importForPeople(store: Database, row: ImportRow): Promise<Import> {
  const rejected = await store
    .selectFrom('import_rejects')
    .select(['line', 'why'])
    .where('import_id', '=', row.id)
    .orderBy('line')
    .limit(rejectsShown)
    .execute()
  return {
    ...{ id: row.id, merchant: row.merchant, state: row.state, columns: JSON.parse(row.columns) as string[] },
    ...{ mapping: JSON.parse(row.mapping) as ImportMapping, rows: row.rows_in_file, done: row.rows_done },
    ...{ counts: JSON.parse(row.counts) as ImportCounts, rejected, why: row.why, person: row.person, createdAt: row.created_at },
  }
}

/** Puts an import at the beginning of a stage; what the stage before counted is counted anew. `also` is done in the same transaction. */
export async function beginStage(
  id: string,
  state: 'checking' | 'importing',
  more: { mapping?: string } = {},
  also?: (tx: Transaction<Tables>) => Promise<unknown>,
): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    const begun = { state, rows_done: 0, counts: JSON.stringify(noCounts), process: '', touched_at: new Date().toISOString() }
    const from: ImportState[] = state === 'checking' ? ['uploaded', 'checked', 'failed'] : ['checked']
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ ...begun, ...more, why: null })
      .where('id', '=', id)
      .where('state', 'in', from)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n)
      throw problem('conflict', 'The import has moved on. Look at where it stands now.', { code: 'import_moved' })
    if (state === 'checking') await tx.deleteFrom('import_rejects').where('import_id', '=', id).execute()
    await also?.(tx)
  })
}

/** Removes an import with what is kept of its file. What it brought stays. */
export async function removeImport(id: string): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    for (const table of ['import_chunks', 'import_rejects'] as const)
      await tx.deleteFrom(table).where('import_id', '=', id).execute()
    await tx.deleteFrom('imports').where('id', '=', id).execute()
  })
}
