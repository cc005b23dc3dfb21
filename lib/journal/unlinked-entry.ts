import 'server-only'
import { sql } from 'kysely'
import type { Database } from '@/lib/database/open'

/**
 * True for entries that belong to no command. Written exactly as in the partial index of migration 015: with parameters the database
 * wouldn't use it.
 */
export const isUnlinked = sql<boolean>`(kind <> 'intent' and kind <> 'outcome' and kind <> 'late-outcome')`

/** Whether a column is one that is emptied with a buyer who is erased, and is empty. */
export const mayBeErased = (column: string, value: unknown): boolean =>
  (column === 'sealed' || column === 'source') && value === ''

/** Whether the buyer of a row was erased after an entry. */
export async function wasErased(
  store: Pick<Database, 'selectFrom'>,
  { merchant, buyer_id }: { merchant?: unknown; buyer_id?: unknown },
  after: number,
): Promise<boolean> {
  if (buyer_id == null) return false
  const erased = await store
    .selectFrom('journal')
    .select('seq')
    .where(isUnlinked)
    .where('kind', '=', 'erased')
    .where('merchant', '=', `${merchant}`)
    .where('buyer_id', '=', `${buyer_id}`)
    .where('seq', '>', after)
    .executeTakeFirst()
  return erased !== undefined
}
