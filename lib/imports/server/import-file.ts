import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Database, database } from '@/lib/database/open'
import type { ImportMapping } from '../import-columns'
import { headerOf } from './read-rows'
import { beginStage, createImport, type ImportRow, readImport } from './store'
import { claim, isFree } from './take-over'
import { utf8 } from './utf8'
import { listBegun, processAll } from './work'

export const textOf = (path: string): AsyncGenerator<string> => utf8(createReadStream(path))

export const columnsOf = (path: string): Promise<string[]> => headerOf(textOf(path))

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}

type ImportFileInput = { path: string; merchant: string; columns: string[]; mapping: ImportMapping; person: string }
type Hear = (stage: ImportRow['state'], done: number, rows: number | null) => void

/**
 * The import of a file from a command: one that was killed goes on where it stopped, another begins with the stage `checking`. Returns it
 * as it stands after the check, or in the stage `importing` when it goes on.
 */
export async function checkFile({ path, merchant, columns, mapping, person }: ImportFileInput, hear: Hear): Promise<ImportRow> {
  const store = await database()
  const digest = await digestOf(path)
  const halfDone = await interrupted(store, merchant, digest, JSON.stringify(mapping))
  if (halfDone) return halfDone
  const given = { merchant, digest, columns, mapping, state: 'checking' as const }
  const row = await createImport(store, given, { accountId: 'command', name: person })
  await processAll(row, listBegun(textOf(path)), { onProgress: (done) => hear('checking', done, null) })
  return readImport(row.id)
}

/** Takes in a list that has been checked, from where it was left. */
export async function importFile(row: ImportRow, path: string, hear: Hear): Promise<ImportRow> {
  if (row.state === 'checked') {
    await beginStage(row.id, 'importing')
    await claim(await database(), await readImport(row.id))
  }
  const onProgress = (done: number) => hear('importing', done, row.rows_in_file)
  await processAll(await readImport(row.id), listBegun(textOf(path)), { onProgress })
  return readImport(row.id)
}

async function interrupted(store: Database, merchant: string, digest: string, mapping: string): Promise<ImportRow | null> {
  const rows = await store
    .selectFrom('imports')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('digest', '=', digest)
    .where('mapping', '=', mapping)
    .where('state', '=', 'importing')
    .execute()
  const [row] = rows
  if (!row) return null
  if (!isFree(row)) throw new Error('Another process is already importing this list.')
  await claim(store, row)
  return readImport(row.id)
}
