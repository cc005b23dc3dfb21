import 'server-only'
import { database } from '../database/open'
import type { Progress } from '../jobs/progress'
import { processName } from '../journal/process-name'
import { log } from '../log'
import { readChunks } from './chunks'
import type { ImportRow } from './store'
import { claim } from './take-over'
import { workThrough } from './work'

/**
 * Works through an uploaded list: the stage it is in, from where it was left. Whoever has the job takes the list over from whoever had it.
 * Where it was called off, or is worked on by a command that reads the file itself, there is nothing to do.
 */
export async function workOnImport(
  importId: string,
  signal: AbortSignal,
  progress: (progress: Progress) => Promise<void>,
): Promise<void> {
  const store = await database()
  const row = await waiting(importId)
  if (row === null || !(await claim(store, row))) return
  const finished = await workThrough({ ...row, process: processName() }, readChunks(store, importId), async (done) => {
    signal.throwIfAborted()
    await progress({ done, of: row.rows_in_file })
  })
  log.info({ importId, stage: row.state, finished }, 'import')
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
