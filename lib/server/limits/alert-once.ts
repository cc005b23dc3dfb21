import 'server-only'
import type { Transaction } from 'kysely'
import { type LimitName, limits } from '@/lib/limits'
import type { Person } from '../auth/sessions'
import type { Tables } from '../database/schema'
import { append } from '../journal/chain'
import { limitKey } from './limit-key'

export type Limited = { person: Person; merchant: string; buyerId: string | null }

/** Writes down for managers that somebody has come to the end of a limit: once within its time, however often they try. */
export async function alertOnce(
  tx: Transaction<Tables>,
  name: LimitName,
  { person, ...about }: Limited,
  now: Date,
): Promise<void> {
  const key = limitKey(`alert ${name}`, person)
  const over = new Date(now.getTime() - limits[name].windowMs).toISOString()
  await tx.deleteFrom('throttles').where('key', '=', key).where('failed_at', '<=', over).execute()
  const made = await tx
    .insertInto('throttles')
    .values({ key, failures: 1, failed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!made) return
  const { most, words } = limits[name]
  await append(
    tx,
    {
      ...{ ...about, kind: 'alert', actionId: null, operation: null, ticket: null, detail: { limit: name, most, words } },
      ...{ accountId: person.accountId, person: person.name },
    },
    now,
  )
}
