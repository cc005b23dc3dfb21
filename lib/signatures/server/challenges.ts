import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type Database, database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'

export type Challenge = Tables['challenges']

const lifeMs = 2 * 60_000

/** Keeps what somebody is asked to sign, for two minutes. What is over is cleared away meanwhile. */
export async function keepChallenge(
  given: Omit<Challenge, 'id' | 'expires_at' | 'used_at'>,
  now = Date.now(),
): Promise<Challenge> {
  const store = await database()
  await store
    .deleteFrom('challenges')
    .where('expires_at', '<', new Date(now - 5 * lifeMs).toISOString())
    .execute()
  const row = { ...given, id: randomUUID(), expires_at: new Date(now + lifeMs).toISOString(), used_at: null }
  await store.insertInto('challenges').values(row).execute()
  return row
}

export const challengeWith = (store: Database, id: string): Promise<Challenge | undefined> =>
  store.selectFrom('challenges').selectAll().where('id', '=', id).executeTakeFirst()

/** Uses a challenge up. False where it was used before, or is over. */
export async function spendChallenge(tx: Database | Transaction<Tables>, id: string, now = new Date()): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('challenges')
    .set({ used_at: now.toISOString() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
