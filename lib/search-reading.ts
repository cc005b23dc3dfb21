export const readings = ['buyerId', 'email', 'orderId', 'lastFour', 'other'] as const
export type Reading = (typeof readings)[number]

// By hand and not by the schemas, which the browser does not load for a guess; the handler checks again what it sends.
const shapes: readonly [Reading, RegExp][] = [
  ['buyerId', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['lastFour', /^\d{4}$/],
  ['orderId', /^[A-Za-z0-9]{8}$/],
]

/** What a typed text is taken for, and the text in the form that is searched. */
export function readingOf(typed: string): { as: Reading; text: string } | null {
  const text = typed.trim()
  if (text === '') return null
  const as = shapes.find(([, shape]) => shape.test(text))?.[0] ?? 'other'
  return { as, text: as === 'buyerId' ? text.toLowerCase() : text }
}

export const readingWords: Record<Reading, string> = {
  buyerId: 'buyer id',
  email: 'e-mail',
  orderId: 'order id',
  lastFour: 'last four of a card',
  other: 'name or other text',
}

/** What a search answers: how the text was read, the buyers found, and a sentence where there is more to say. */
export type SearchAnswer = { readAs: Reading; hits: { buyerId: string; reason: string }[]; say: string | null }
