import 'server-only'
import { createHmac } from 'node:crypto'
import { database } from '@/lib/database/open'
import { derived } from '@/lib/journal/crypto'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { env } from '@/lib/platform/env'
import { singleton } from '@/lib/platform/singleton'

type BuyerKey = { merchant: string; buyerId: string }

const key = () => singleton('cards-key', () => derived(env().NEXTAUTH_SECRET, 'counterfoil card fingerprints'))

/** A fingerprint is personal, so only a keyed digest of it is kept: it tells whether two are the same, and nothing else. */
const digestOfFingerprint = (fingerprint: string) => createHmac('sha256', key()).update(fingerprint).digest('base64url')

/** The cards that orders were paid or tried with, each once. */
export function cardsIn(orders: readonly OrderOrUnreadable[]): string[] {
  const charges = orders.flatMap((order) => ('unreadable' in order ? [] : order.charges))
  const seen = charges.flatMap(({ billingInfo, paymentMethod }) =>
    paymentMethod?.type === 'card' && billingInfo?.fingerprint ? [billingInfo.fingerprint] : [],
  )
  return [...new Set(seen)].map(digestOfFingerprint)
}

// Both engines limit how many values one statement may bring.
const maxConcurrent = 200
const maxRemembered = 20_000

const kept = () => singleton('cards-kept', () => new Set<string>())

/** Keeps which cards a buyer was seen with. What this process has kept already costs nothing. */
export async function recordCards({ merchant, buyerId }: BuyerKey, cards: readonly string[]): Promise<void> {
  if (kept().size > maxRemembered) kept().clear()
  const nameOf = (card: string) => `${merchant} ${card} ${buyerId}`
  const fresh = [...new Set(cards)].filter((card) => !kept().has(nameOf(card)))
  if (fresh.length === 0) return
  const store = await database()
  const seen_at = new Date().toISOString()
  for (let from = 0; from < fresh.length; from += maxConcurrent) {
    const rows = fresh.slice(from, from + maxConcurrent).map((card) => ({ merchant, card, buyer_id: buyerId, seen_at }))
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

type CardOfBuyer = BuyerKey & { card: string }

/** For each card of a buyer, how many other buyers of the merchant account it was seen under. */
export async function countOthersWithCards(cards: readonly CardOfBuyer[]): Promise<number[]> {
  if (cards.length === 0) return []
  const store = await database()
  const wanted = [...new Set(cards.map(({ card }) => card))]
  const buyers = [...new Set(cards.map(({ buyerId }) => buyerId))]
  const counts = await store
    .selectFrom('cards')
    .select(({ fn }) => ['merchant', 'card', fn.countAll<string | number>().as('count')])
    .where('card', 'in', wanted)
    .groupBy(['merchant', 'card'])
    .execute()
  const own = await store
    .selectFrom('cards')
    .select(['merchant', 'card', 'buyer_id'])
    .where('card', 'in', wanted)
    .where('buyer_id', 'in', buyers)
    .execute()
  return cards.map(({ merchant, card, buyerId }) => {
    const all = Number(counts.find((row) => row.merchant === merchant && row.card === card)?.count ?? 0)
    return own.some((row) => row.merchant === merchant && row.card === card && row.buyer_id === buyerId) ? all - 1 : all
  })
}

/** Other buyers of the merchant account a card was seen under, at most twenty. */
export async function othersWithCard({ merchant, buyerId }: BuyerKey, card: string): Promise<string[]> {
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
