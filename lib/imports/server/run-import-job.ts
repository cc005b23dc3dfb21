import 'server-only'
import { type Database, database } from '@/lib/database/open'
import type { Progress } from '@/lib/jobs/progress'
import { log } from '@/lib/platform/log'
import { processName } from '@/lib/platform/process-name'
import { singleton } from '@/lib/platform/singleton'
import { readChunks } from './chunks'
import type { ImportRow } from './store'
import { claim } from './take-over'
import { type ListReading, listBegun, processAll } from './work'

/**
 * Works through an uploaded list: the stage it is in, from where it was left. Whoever has the job takes the list over from whoever had it.
 * Where it was called off, or is worked on by a command that reads the file itself, there is nothing to do.
 */
export async function runImportJob(
  importId: string,
  signal: AbortSignal,
  progress: (progress: Progress) => Promise<void>,
): Promise<void> {
  const store = await database()
  const row = await waiting(importId)
  if (row === null || !(await claim(store, row))) return
  const reading = readingFor(row, store)
  try {
    const finished = await processAll({ ...row, process: processName() }, reading, {
      signal,
      onProgress: (done) => progress({ done, of: row.rows_in_file }),
    })
    log.info({ importId, stage: row.state, finished }, 'import')
  } catch (cause) {
    if (cause === signal.reason) kept().last = { name: nameOf(row), reading }
    throw cause
  }
}

type Kept = { name: string; reading: ListReading }
const kept = () => singleton('import-reading', () => ({ last: null as Kept | null }))
const nameOf = ({ id, state }: ImportRow) => `${id} ${state}`

/**
 * The list from its beginning, for the rows that are done to be passed over; or, where this process did the piece before, from where that
 * ended: reading a long list anew for each piece would take longer than the work.
 */
function readingFor(row: ImportRow, store: Database): ListReading {
  const { last } = kept()
  kept().last = null
  if (last?.name === nameOf(row) && last.reading.number === row.rows_done) return last.reading
  void last?.reading.rows.return(undefined)
  return listBegun(readChunks(store, row.id))
}

async function waiting(importId: string): Promise<ImportRow | null> {
  const row = await (await database())
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', importId)
    .where('state', 'in', ['checking', 'importing'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('import_chunks').select('number').whereRef('import_id', '=', 'imports.id').where('number', '=', 0)),
    )
    .executeTakeFirst()
  return row ?? null
}
