import 'server-only'
import { invalid } from '@/lib/problem'
import { factsOf } from '../knowledge/facts'
import type { Merchant } from '../merchants'
import { normalAddress } from './normal-address'

/** The buyer's address that signs a request, and where it comes from. Never the address of the person at the desk. */
export type BuyerAddress = { address: string; source: 'typed' | 'history' | 'fallback' }

/** Typed by a person, else the newest known, else the merchant account's own. Throws `invalid` on `x-buyer-ip` where none is known. */
export async function buyerAddress(merchant: Merchant, buyerId: string | undefined, typed: string | null): Promise<BuyerAddress> {
  if (typed !== null) {
    const address = normalAddress(typed)
    if (address === null) throw invalid([{ field: 'x-buyer-ip', title: 'Give an IPv4 or IPv6 address' }])
    return { address, source: 'typed' }
  }
  const known = buyerId === undefined ? null : await newestAddress(merchant.code, buyerId)
  if (known !== null) return { address: known, source: 'history' }
  if (merchant.fallbackBuyerIp !== undefined) return { address: merchant.fallbackBuyerIp, source: 'fallback' }
  throw invalid([{ field: 'x-buyer-ip', title: 'No address of this buyer is known yet: give one' }])
}

async function newestAddress(merchant: string, buyerId: string): Promise<string | null> {
  const [fact] = await factsOf(merchant, buyerId, 'address')
  return (fact?.value as { address: string } | undefined)?.address ?? null
}
