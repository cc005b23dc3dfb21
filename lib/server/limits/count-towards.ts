import 'server-only'
import type { Transaction } from 'kysely'
import { type LimitName, limits } from '@/lib/limits'
import type { ServiceProblem } from '@/lib/problem'
import type { Tables } from '../database/schema'
import { alertOnce, type Limited } from './alert-once'
import { limitKey } from './limit-key'
import { overLimit } from './over-limit'

/**
 * Counts what a person is about to do, for all copies together: the row is what two of them wait for. Returns null where it is allowed,
 * or what to tell the person; then nothing is counted and managers are told. The time begins with the first that counts.
 */
export async function countTowards(
  tx: Transaction<Tables>,
  name: LimitName,
  about: Limited,
  { by = 1, now = new Date() } = {},
): Promise<ServiceProblem | null> {
  const { most, windowMs } = limits[name]
  const key = limitKey(name, about.person)
  const over = new Date(now.getTime() - windowMs).toISOString()
  await tx.deleteFrom('throttles').where('key', '=', key).where('failed_at', '<=', over).execute()
  const counted = await tx
    .insertInto('throttles')
    .values({ key, failures: by, failed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ failures: row('throttles.failures', '+', by) })))
    .returning(['failures', 'failed_at'])
    .executeTakeFirstOrThrow()
  if (counted.failures <= most) return null
  await tx
    .updateTable('throttles')
    .set((row) => ({ failures: row('failures', '-', by) }))
    .where('key', '=', key)
    .execute()
  await alertOnce(tx, name, about, now)
  return overLimit(name, Date.parse(counted.failed_at) + windowMs - now.getTime())
}
