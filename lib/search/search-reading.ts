import { cluesIn } from './statement-clues'

export const readings = ['buyerId', 'email', 'orderId', 'lastFour', 'statement', 'other'] as const
export type Reading = (typeof readings)[number]

// By hand and not by the schemas, which the browser does not load for a guess; the handler checks again what it sends.
const shapes: readonly [Reading, RegExp][] = [
  ['buyerId', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['lastFour', /^\d{4}$/],
  ['orderId', /^[A-Za-z0-9]{8}$/],
]

// A statement's line is a line; what is longer is looked up as it stands and not taken apart.
const longestLine = 500

/** What a typed text is taken for, and the text in the form that is searched. */
export function readingOf(typed: string): { as: Reading; text: string } | null {
  const text = typed.trim()
  if (text === '') return null
  const as = shapes.find(([, shape]) => shape.test(text))?.[0] ?? (isStatement(text) ? 'statement' : 'other')
  return { as, text: as === 'buyerId' ? text.toLowerCase() : text }
}

/** A line of a statement tells an amount, or a day or a card beside something else. */
function isStatement(text: string): boolean {
  if (text.length > longestLine) return false
  const { amounts, days, lastFours, words } = cluesIn(text)
  const clueCount = [days, lastFours].filter((clue) => clue.length > 0).length + (words === '' ? 0 : 1)
  return amounts.length > 0 || days.length > 0 || (lastFours.length > 0 && clueCount > 1)
}

export const readingWords: Record<Reading, string> = {
  buyerId: 'buyer, charge or subscription id',
  email: 'e-mail',
  orderId: 'order id',
  lastFour: 'last four digits of a card',
  statement: 'bank statement line',
  other: 'name or other text',
}

/** How a hit was found: `exact` opens by itself where it is the only one, `clues` is a charge that fits what a statement tells. */
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
 * The buyer that an answer opens at once: its only hit, exact, with nothing said that has to be read first, such as that the service
 * knows nobody by this e-mail.
 */
export function opensAtOnce({ hits: [hit, another], say }: SearchAnswer): string | null {
  return hit?.match === 'exact' && another === undefined && say === null ? hit.buyerId : null
}
