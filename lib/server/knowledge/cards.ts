import 'server-only'
import { createHmac } from 'node:crypto'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { database } from '../database/open'
import { env } from '../env'
import { derived } from '../journal/journal-key'
import { once } from '../once'

type About = { merchant: string; buyerId: string }

const key = () => once('cards-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil card fingerprints'))

/** What is kept of a fingerprint, which is personal: whether two are the same, and nothing else. */
const digestOfFingerprint = (fingerprint: string) => createHmac('sha256', key()).update(fingerprint).digest('base64url')

/** The cards that orders were paid or tried with, each once. */
export function cardsIn(orders: readonly OrderOrGap[]): string[] {
  const charges = orders.flatMap((order) => ('unreadable' in order ? [] : order.charges))
  const seen = charges.flatMap(({ billingInfo, paymentMethod }) =>
    paymentMethod?.type === 'card' && billingInfo?.fingerprint ? [billingInfo.fingerprint] : [],
  )
  return [...new Set(seen)].map(digestOfFingerprint)
}

// Both engines limit how many values one statement may bring.
const mostAtOnce = 200
const mostRemembered = 20_000

const kept = () => once('cards-kept', () => new Set<string>())

/** Keeps which cards a buyer was seen with. What this process has kept already costs nothing. */
export async function noteCards({ merchant, buyerId }: About, cards: readonly string[]): Promise<void> {
  if (kept().size > mostRemembered) kept().clear()
  const nameOf = (card: string) => `${merchant} ${card} ${buyerId}`
  const fresh = [...new Set(cards)].filter((card) => !kept().has(nameOf(card)))
  if (fresh.length === 0) return
  const store = await database()
  const seen_at = new Date().toISOString()
  for (let from = 0; from < fresh.length; from += mostAtOnce) {
    const rows = fresh.slice(from, from + mostAtOnce).map((card) => ({ merchant, card, buyer_id: buyerId, seen_at }))
    await store
      .insertInto('cards')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['merchant', 'card', 'buyer_id']).doNothing())
      .execute()
  }
  for (const card of fresh) kept().add(nameOf(card))
}

/** Lets the cards of a buyer who was erased be kept again when the buyer is opened again. */
export const forgetKeptCards = () => kept().clear()

/** Other buyers of the merchant account a card was seen under, at most twenty. */
export async function othersWithCard({ merchant, buyerId }: About, card: string): Promise<string[]> {
  const store = await database()
  const rows = await store
    .selectFrom('cards')
    .select('buyer_id')
    .where('merchant', '=', merchant)
    .where('card', '=', card)
    .where('buyer_id', '!=', buyerId)
    .orderBy('buyer_id')
    .limit(20)
    .execute()
  return rows.map(({ buyer_id }) => buyer_id)
}
