import 'server-only'
import { isIP } from 'node:net'
import { invalid } from '@/lib/core/problem'
import type { KeyKind } from '@/lib/database/directory-tables'
import { type Database, database } from '@/lib/database/open'
import type { Merchant } from '@/lib/platform/merchants'
import { factsOf } from './facts'
import { keyOf } from './note-of'

/** The buyer's address that signs a request, and where it comes from. Never the address of the person who asks. */
export type BuyerAddress = { address: string; source: 'typed' | 'history' | 'fallback' }

/** Typed by a person, else the newest known, else the merchant account's own. Throws `invalid` on `x-buyer-ip` where none is known. */
export async function buyerAddress(merchant: Merchant, buyerId: string | undefined, typed: string | null): Promise<BuyerAddress> {
  if (typed !== null) {
    const address = normalAddress(typed)
    if (address === null) throw invalid([{ field: 'x-buyer-ip', title: 'Enter an IPv4 or IPv6 address' }])
    return { address, source: 'typed' }
  }
  const known = buyerId === undefined ? null : await newestAddress(merchant.code, buyerId)
  if (known !== null) return { address: known, source: 'history' }
  if (merchant.fallbackBuyerIp !== undefined) return { address: merchant.fallbackBuyerIp, source: 'fallback' }
  throw invalid([{ field: 'x-buyer-ip', title: 'We don’t know this buyer’s IP address yet. Enter it.' }])
}

async function newestAddress(merchant: string, buyerId: string): Promise<string | null> {
  const [fact] = await factsOf(merchant, buyerId, 'address')
  return (fact?.value as { address: string } | undefined)?.address ?? null
}

/** The address as it is signed and sent, or null. An IPv4 address written as IPv6 becomes IPv4. An address with a zone has a meaning on one machine only, so it gives null. */
export function normalAddress(text: string): string | null {
  const bare = text.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(bare) > 0 && !bare.includes('%') ? bare : null
}

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
export async function knownEmail(merchant: string, buyerId: string, store?: Database): Promise<string | null> {
  const value = (await factsOf(merchant, buyerId, 'buyer', store)).find(({ field }) => field === 'email')?.value
  return typeof value === 'string' ? value : null
}

/** The buyer whose known e-mail is this one; null where it's nobody's, or more than one buyer was found with it. */
export async function buyerWithEmail(merchant: string, email: string): Promise<string | null> {
  const [buyerId, ...others] = await buyersWithKey(merchant, 'email', email)
  if (buyerId === undefined || others.length > 0) return null
  const known = await knownEmail(merchant, buyerId)
  return known?.toLowerCase() === email.trim().toLowerCase() ? buyerId : null
}
