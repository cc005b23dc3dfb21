import 'server-only'
import { createHash } from 'node:crypto'
import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import { problem, type ServiceProblem } from '@/lib/core/problem'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import { describeLimit, type LimitName, limits, maxOf } from '../limits'
import type { Person } from './sessions'

/** The name under which the table of throttles counts what a person does. */
export const limitKey = (what: string, { accountId }: Person) => createHash('sha256').update(`${what} ${accountId}`).digest('hex')

/** The problem for a person who has reached a limit: 429, and when to come back. */
export function overLimit(name: LimitName, { role }: Person, waitMs: number): ServiceProblem {
  const { title, code } = limits[name]
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000))
  const wait = retryAfter > 90 ? `${Math.ceil(retryAfter / 60)} minutes` : `${retryAfter} seconds`
  return problem(
    'unavailable',
    `You’ve reached the limit of ${describeLimit(name, role)}. Wait ${wait}. Managers have been alerted.`,
    {
      title,
      status: 429,
      code,
      retryAfter,
    },
  )
}

export type Limited = { person: Person; merchant: string; buyerId: string | null }

/** Writes down for managers that somebody has come to the end of a limit: once within its time, however often they try. */
export async function alertOnce(
  tx: Transaction<Tables>,
  name: LimitName,
  { person, ...about }: Limited,
  now: Date,
): Promise<void> {
  const key = limitKey(`alert ${name}`, person)
  await tx.deleteFrom('throttles').where('key', '=', key).where(isOver(limits[name].windowMs, now)).execute()
  const made = await tx
    .insertInto('throttles')
    .values({ key, failures: 1, failed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!made) return
  const { role } = person
  await append(
    tx,
    {
      ...about,
      kind: 'alert',
      actionId: null,
      operation: null,
      ticket: null,
      detail: { limit: name, most: maxOf(name, role), words: describeLimit(name, role) },
      accountId: person.accountId,
      person: person.name,
    },
    now,
  )
}

/**
 * Counts what a person is about to do, for all copies together: the row is what two of them wait for. Returns null where it is allowed,
 * or what to tell the person; then nothing is counted and managers get an alert. The time begins with the first that counts.
 */
export async function countTowards(
  tx: Transaction<Tables>,
  name: LimitName,
  about: Limited,
  { by = 1, now = new Date() } = {},
): Promise<ServiceProblem | null> {
  const { windowMs } = limits[name]
  const max = maxOf(name, about.person.role)
  const key = limitKey(name, about.person)
  await tx.deleteFrom('throttles').where('key', '=', key).where(isOver(windowMs, now)).execute()
  const counted = await tx
    .insertInto('throttles')
    .values({ key, failures: by, failed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((row) => ({ failures: row('throttles.failures', '+', by) })))
    .returning(['failures', 'failed_at'])
    .executeTakeFirstOrThrow()
  if (counted.failures <= max) return null
  await tx
    .updateTable('throttles')
    .set((row) => ({ failures: row('failures', '-', by) }))
    .where('key', '=', key)
    .execute()
  await alertOnce(tx, name, about, now)
  return overLimit(name, about.person, Date.parse(counted.failed_at) + windowMs - now.getTime())
}

/** The clocks of two copies may differ by this much. What is further ahead was written before this one was set back. */
const aheadMs = 5_000

export const isAhead = (time: string, now: Date): boolean => Date.parse(time) > now.getTime() + aheadMs

/**
 * For `where`: the rows of throttles whose time is over. So is one that is still to come: it must not keep anybody out until a clock that
 * was set back gets there again.
 */
export const isOver =
  (windowMs: number, now: Date) =>
  (row: ExpressionBuilder<Tables, 'throttles'>): Expression<SqlBool> =>
    row.or([
      row('failed_at', '<=', new Date(now.getTime() - windowMs).toISOString()),
      row('failed_at', '>', new Date(now.getTime() + aheadMs).toISOString()),
    ])
