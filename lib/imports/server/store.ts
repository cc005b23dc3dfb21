import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { problem } from '@/lib/core/problem'
import type { ImportState } from '@/lib/database/directory-tables'
import type { Database } from '@/lib/database/open'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Person } from '@/lib/people/server/sessions'
import { processName } from '@/lib/platform/process-name'
import { type Import, type ImportCounts, type ImportMapping, noCounts } from '../import-columns'

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
    id: randomUUID(),
    merchant: given.merchant,
    digest: given.digest,
    state: given.state,
    columns: JSON.stringify(given.columns),
    mapping: JSON.stringify(given.mapping),
    counts: JSON.stringify(noCounts),
    rows_in_file: null,
    rows_done: 0,
    why: null,
    account_id: person.accountId,
    person: person.name,
    process: processName(),
    created_at: now,
    touched_at: now,
  }
  await store.insertInto('imports').values(row).execute()
  return row
}

/** Throws `notFound`. */
export async function readImport(id: string): Promise<ImportRow> {
  const row = await (await database()).selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw problem('notFound', 'This import no longer exists.', { code: 'no_import' })
  return row
}

/** The newest imports, newest first, as people see them, but for those of merchant accounts that are closed to whoever asks. */
export async function listImports(closed: readonly string[], max = 5): Promise<Import[]> {
  const store = await database()
  const rows = await store
    .selectFrom('imports')
    .selectAll()
    .$if(closed.length > 0, (query) => query.where('merchant', 'not in', closed))
    .orderBy('created_at', 'desc')
    .limit(max)
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
    id: row.id,
    merchant: row.merchant,
    state: row.state,
    columns: fromOwnJson<string[]>(row.columns),
    mapping: fromOwnJson<ImportMapping>(row.mapping),
    rows: row.rows_in_file,
    done: row.rows_done,
    counts: fromOwnJson<ImportCounts>(row.counts),
    rejected,
    why: row.why,
    person: row.person,
    createdAt: row.created_at,
    touchedAt: row.touched_at,
  }
}

/**
 * Puts an import at the beginning of a stage; what the stage before counted is counted anew. Whoever begins it is who has it from then on.
 * `also` is done in the same transaction.
 */
export async function beginStage(
  id: string,
  state: 'checking' | 'importing',
  more: { mapping?: string; account_id?: string; person?: string } = {},
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
      throw problem('conflict', 'The import has progressed since you loaded it. Reload to see its current state.', {
        code: 'import_moved',
      })
    if (state === 'checking') await tx.deleteFrom('import_rejects').where('import_id', '=', id).execute()
    await also?.(tx)
  })
}

/** Removes an import with what is kept of its file. What it brought stays. `also` is done in the same transaction, with what it was. */
export async function removeImport(id: string, also?: (tx: Transaction<Tables>, row: ImportRow) => Promise<void>): Promise<void> {
  const store = await database()
  await store.transaction().execute(async (tx) => {
    for (const table of ['import_chunks', 'import_rejects'] as const)
      await tx.deleteFrom(table).where('import_id', '=', id).execute()
    const row = await tx.deleteFrom('imports').where('id', '=', id).returningAll().executeTakeFirst()
    if (row) await also?.(tx, row)
  })
}
