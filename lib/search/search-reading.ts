import { buyerPath, chargePath } from '@/lib/core/buyer-path'
import type { ReadClue } from './clue'

export const readings = ['buyerId', 'email', 'orderId', 'lastFour', 'clues', 'other'] as const
export type Reading = (typeof readings)[number]

/** What a typed text is taken for, and what is searched: the text itself, or the clues of a message, which alone are sent. */
export type TextReading = { as: Exclude<Reading, 'clues'>; text: string } | { as: 'clues'; clues: ReadClue[] }

export const readingLabels: Record<Reading, string> = {
  buyerId: 'buyer, charge or subscription id',
  email: 'e-mail',
  orderId: 'order id',
  lastFour: 'last four digits of a card',
  clues: 'customer message or statement line',
  other: 'name or other text',
}

/** How a hit was found: `exact` opens by itself where it is the only one, `clues` fits what a message tells. */
export type Match = 'exact' | 'prefix' | 'fragment' | 'clues'

/** A charge that was found; amounts are decimal strings, `day` is the service's. */
export type ChargeHit = {
  chargeId: string
  orderId: string
  amount: string
  currency: string
  day: string
  status: string
  lastFour: string
  descriptor: string
  /** The day on which the dashboard read it last. */
  seenOn: string
  /** Only an event told of it, and it wasn't read from the service yet. */
  isHint: boolean
}

export type SearchHit = {
  buyerId: string
  /** Why this one: "Order id, exact". */
  reason: string
  match: Match
  /** Masked e-mail or name, where one is known here. */
  title: string | null
  country: string | null
  /** The charge it was found by. */
  charge: ChargeHit | null
}

/** What a search answers: how the text was read, the buyers found, and a sentence where there is more to say. */
export type SearchAnswer = { readAs: Reading; hits: SearchHit[]; say: string | null }

/**
 * The hit that an answer opens at once: its only one, exact, with nothing said that has to be read first, such as that the service knows
 * nobody by this e-mail.
 */
export function opensAtOnce({ hits: [hit, another], say }: SearchAnswer): SearchHit | null {
  return hit?.match === 'exact' && another === undefined && say === null ? hit : null
}

type Place = { buyerId: string; charge: Pick<ChargeHit, 'orderId' | 'chargeId'> | null }

/** Where a hit leads: to its charge, otherwise to its buyer. */
export const hitPath = ({ buyerId, charge }: Place, ticket: string | null = null, merchant: string | null = null): string =>
  charge == null ? buyerPath(buyerId, ticket, merchant) : chargePath(buyerId, charge, ticket, merchant)
