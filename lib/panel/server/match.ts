import 'server-only'
import { buyersWithKey, knownEmail } from '@/lib/knowledge/server/signing-buyer'
import type { Merchant } from '@/lib/platform/merchants'
import { findByText } from '@/lib/search/server/find'
import type { MatchedBy, MatchState } from '../facts'
import type { Onlooker } from './colleague'
import type { Context } from './passes'

export type Found = { merchant: Merchant; buyerId: string }
export type Match = { by: MatchedBy; state: MatchState; found: Found | null }

type MatchQuery = { by: MatchedBy; text: string }

/** What of a context the buyer is looked for by: the id that the help desk signed, else the e-mail, else the order. */
export function askedIn({ buyerId, email, orderId }: Context): MatchQuery {
  if (buyerId !== null) return { by: 'id', text: buyerId.toLowerCase() }
  if (email !== null) return { by: 'email', text: email }
  return orderId === null ? { by: 'nothing', text: '' } : { by: 'order', text: orderId }
}

/** Whom the ticket is about. Two that may be meant, and one that only looks like it, are nobody: the colleague chooses in the dashboard. */
export async function matchOf(onlooker: Onlooker, asked: MatchQuery, signal: AbortSignal): Promise<Match> {
  const { by, text } = asked
  if (by === 'nothing') return { by, state: 'none', found: null }
  const found: Found[] = []
  let isSure = true
  for (const merchant of onlooker.merchants) {
    const here = await lookedFor[by](onlooker, merchant, text, signal)
    if (here === 'unsure') isSure = false
    else found.push(...here.map((buyerId) => ({ merchant, buyerId })))
  }
  const [only, ...more] = found
  if (!isSure || more.length > 0) return { by, state: 'several', found: null }
  if (only) return { by, state: 'one', found: only }
  // An id that the help desk vouches for needs nobody else's word, as long as only one account can be meant.
  const [account, ...others] = onlooker.merchants
  const isGiven = by === 'id' && account && others.length === 0
  return isGiven ? { by, state: 'one', found: { merchant: account, buyerId: text } } : { by, state: 'none', found: null }
}

type Look = (onlooker: Onlooker, merchant: Merchant, text: string, signal: AbortSignal) => Promise<string[] | 'unsure'>

const lookedFor: Record<Exclude<MatchedBy, 'nothing'>, Look> = {
  id: (_, merchant, text) => buyersWithKey(merchant.code, 'buyer', text),
  order: (_, merchant, text) => buyersWithKey(merchant.code, 'order', text),
  email: byEmail,
}

/** Nothing of an address may be folded where the service is asked for it: letters of other alphabets, capitals, names in punycode. */
const isPlain = (email: string) => /^[!-~]+@[!-~]+$/.test(email) && email === email.toLowerCase() && !/(@|\.)xn--/.test(email)

async function byEmail(
  { person }: Onlooker,
  merchant: Merchant,
  email: string,
  signal: AbortSignal,
): Promise<string[] | 'unsure'> {
  const here = await known(merchant, await buyersWithKey(merchant.code, 'email', email))
  if (here.some((buyer) => buyer.email !== null && buyer.email !== email)) return 'unsure'
  const sure = here.filter((buyer) => buyer.email === email).map(({ buyerId }) => buyerId)
  if (!isPlain(email)) return sure
  const { hits } = await findByText(email, { person, merchant, signal })
  const exact = hits.filter(({ match }) => match === 'exact').map(({ buyerId }) => buyerId)
  // What the service says of an address is known by now; who was found by a folded one alone is known by none.
  const found = await known(merchant, [...new Set([...sure, ...exact])])
  return found.filter((buyer) => buyer.email === email).map(({ buyerId }) => buyerId)
}

/** The buyers with the e-mail that is known of each, unmasked. */
const known = ({ code }: Merchant, buyerIds: readonly string[]) =>
  Promise.all(buyerIds.map(async (buyerId) => ({ buyerId, email: await knownEmail(code, buyerId) })))
