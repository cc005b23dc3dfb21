import 'server-only'
import type { KeyKind } from '@/lib/database/directory-tables'
import { database } from '@/lib/database/open'
import { factsOf } from './facts'
import { keyOf } from './note-of'

/** More than one is as good as many. */
const maxBuyers = 2

/** The ids of at most two buyers with a key. The index folds what is looked for, so capitals and accents of an address are still to be compared. */
export async function buyersWithKey(merchant: string, kind: KeyKind, text: string): Promise<string[]> {
  const rows = await (await database())
    .selectFrom('directory_keys')
    .select('buyer_id')
    .distinct()
    .where('merchant', '=', merchant)
    .where('kind', '=', kind)
    .where('key', '=', keyOf(text))
    .limit(maxBuyers)
    .execute()
  return rows.map(({ buyer_id }) => buyer_id)
}

/** The e-mail that is known of a buyer, unmasked; null where none is. */
export async function knownEmail(merchant: string, buyerId: string): Promise<string | null> {
  const value = (await factsOf(merchant, buyerId, 'buyer')).find(({ field }) => field === 'email')?.value
  return typeof value === 'string' ? value : null
}

/** The buyer whose known e-mail is this one; null where it's nobody's, or more than one buyer was found with it. */
export async function buyerWithEmail(merchant: string, email: string): Promise<string | null> {
  const [buyerId, ...others] = await buyersWithKey(merchant, 'email', email)
  if (buyerId === undefined || others.length > 0) return null
  const known = await knownEmail(merchant, buyerId)
  return known?.toLowerCase() === email.trim().toLowerCase() ? buyerId : null
}
