import 'server-only'
import { dayMs } from '@/lib/core/dates'
import { database } from '@/lib/database/open'

export type Progress = { done: number; of: number | null }

/** Notes how far a job is. */
export async function recordProgress(jobId: string, { done, of }: Progress): Promise<void> {
  const row = { done, of, at: new Date().toISOString() }
  await (await database())
    .insertInto('job_progress')
    .values({ job_id: jobId, ...row })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet(row))
    .execute()
}

/** How far a job is, or null where it has said nothing. */
export async function progressOf(jobId: string): Promise<Progress | null> {
  const store = await database()
  const row = await store.selectFrom('job_progress').select(['done', 'of']).where('job_id', '=', jobId).executeTakeFirst()
  return row ?? null
}

const keptMs = 7 * dayMs

export async function forgetOldProgress(now = Date.now()): Promise<void> {
  const old = new Date(now - keptMs).toISOString()
  await (await database()).deleteFrom('job_progress').where('at', '<', old).execute()
}
