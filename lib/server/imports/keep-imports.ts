import 'server-only'
import { type Database, database } from '../database/open'
import { mayBeAlive, processName } from '../journal/process-name'
import { log } from '../log'
import { once } from '../once'
import { readChunks } from './chunks'
import { noteForgotten } from './note-import'
import { type ImportRow, removeImport } from './store'
import { workThrough } from './work'

const everyMs = 5_000
/** How long a process of another machine may be silent before its import is taken over. */
const silentMs = 60_000

/** At boot and every few seconds: uploaded lists that nobody works on are worked on. */
export function keepImports(): void {
  wakeImports()
  setInterval(wakeImports, everyMs).unref()
}

/** Works on whatever waits, one list after the other, in the background. */
export function wakeImports(): void {
  const state = once('imports-worker', () => ({ working: false }))
  if (state.working) return
  state.working = true
  workOnAll()
    .catch((cause: unknown) => log.error({ err: cause }, 'import_interrupted'))
    .finally(() => {
      state.working = false
    })
}

/** Works until nothing waits any more. */
export async function workOnAll(): Promise<void> {
  await noteForgotten()
  await dropOld()
  for (;;) {
    const store = await database()
    const row = await claimNext(store)
    if (row === null) return
    const finished = await workThrough(row, readChunks(store, row.id))
    log.info({ importId: row.id, stage: row.state, finished }, 'import')
  }
}

async function claimNext(store: Database): Promise<ImportRow | null> {
  const open = await store
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', ['checking', 'importing'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('import_chunks').select('number').whereRef('import_id', '=', 'imports.id').where('number', '=', 0)),
    )
    .orderBy('created_at')
    .execute()
  for (const row of open) if (isFree(row) && (await claim(store, row))) return { ...row, process: processName() }
  return null
}

/** Whether nobody works on an import any more. */
export const isFree = ({ process, touched_at }: Pick<ImportRow, 'process' | 'touched_at'>, now = Date.now()): boolean =>
  process === '' || process === processName() || !mayBeAlive(process) || now - Date.parse(touched_at) > silentMs

/** Takes an import over. False where another process was faster. */
export async function claim(store: Database, { id, process, touched_at }: ImportRow): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('imports')
    .set({ process: processName(), touched_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('process', '=', process)
    .where('touched_at', '=', touched_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

const keptMs = 7 * 24 * 60 * 60_000

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
