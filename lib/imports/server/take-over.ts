import 'server-only'
import type { Database } from '@/lib/database/open'
import { mayStillRun, processName } from '@/lib/platform/process-name'
import type { ImportRow } from './store'

/** How long a process of another machine may be silent before its import is taken over. */
export const silentMs = 60_000

/** Whether nobody works on an import any more. */
export const isFree = ({ process, touched_at }: Pick<ImportRow, 'process' | 'touched_at'>, now = Date.now()): boolean =>
  process === '' || process === processName() || !mayStillRun(process) || now - Date.parse(touched_at) > silentMs

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
