import 'server-only'
import { dayMs } from '@/lib/core/dates'
import { database } from '@/lib/database/open'
import { jobQueue } from '@/lib/jobs/queue'
import { processName } from '@/lib/platform/process-name'
import { recordForgotten } from './record-import'
import { removeImport } from './store'
import { isFree, silentMs } from './take-over'

/** Brings to an end what was left of imports: entries that commands could not write, lists that nobody works on, files nobody wants. */
export async function catchUpImports(): Promise<void> {
  await recordForgotten()
  await dropOld()
  await putForgotten()
}

/** An import whose job is gone, as after a move to another database, is given a new one. */
async function putForgotten(now = Date.now()): Promise<void> {
  const store = await database()
  const queue = await jobQueue()
  const silent = await store
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['checking', 'importing'])
    .where('touched_at', '<', new Date(now - silentMs).toISOString())
    .execute()
  await store.transaction().execute(async (tx) => {
    for (const { id: importId } of silent) await queue.put(tx, 'import', { importId }, { onceIn: { seconds: 300, of: importId } })
  })
}

const keptMs = 7 * dayMs

/** What is over, or was never begun, is kept for a week: rejected rows are personal, too. */
async function dropOld(now = Date.now()): Promise<void> {
  const store = await database()
  const old = await store
    .selectFrom('imports')
    .select('id')
    .where('touched_at', '<', new Date(now - keptMs).toISOString())
    .where('state', 'not in', ['checking', 'importing'])
    .execute()
  const uploading = await store.selectFrom('imports').selectAll().where('state', '=', 'uploading').execute()
  const broken = uploading.filter((row) => row.process !== processName() && isFree(row, now)) // its process has ended
  for (const { id } of [...old, ...broken]) await removeImport(id)
}
