import { formatDay } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'

/** What a message may tell of a buyer or a charge. `text` is what is left of a short line: a descriptor or a name. */
export const clueKinds = ['email', 'id', 'order', 'amount', 'day', 'lastFour', 'descriptor', 'text'] as const
export type ClueKind = (typeof clueKinds)[number]

/**
 * One clue as it is sent. `values`: what it may mean, likeliest first. Amounts are decimals, days `YYYY-MM-DD`, ids and e-mails in lower
 * case; `currency` is of an amount, null where none is named.
 */
export type Clue = { kind: ClueKind; values: string[]; currency: string | null }

/** A clue with its place in the message. `isGuess`: it may mean something else, or nothing. */
export type ReadClue = Clue & { isGuess: boolean; from: number; to: number }

/** So many clues are sent at most, and so many meanings of one. */
export const maxClues = 24
export const maxValues = 4

export const clueNames: Record<ClueKind, string> = {
  email: 'e-mail',
  id: 'id',
  order: 'order id',
  amount: 'amount',
  day: 'date',
  lastFour: 'last four',
  descriptor: 'descriptor',
  text: 'words',
}

/** What a clue says, as a person reads it: `42.84 EUR`, `3 Apr 2025 or 4 Mar 2025`. */
export function describeClue({ kind, values, currency }: Clue): string {
  const shown = kind === 'amount' ? values.map(formatAmount) : kind === 'day' ? values.map(formatDay) : values
  return [shown.join(' or '), currency].filter((part) => part !== null).join(' ')
}

/** Two clues with the same key are one. */
export const clueKey = ({ kind, values, currency }: Clue): string => JSON.stringify([kind, values, currency])

/** What a clue is without its place: the message stays where it was typed. */
export const sentClue = ({ kind, values, currency }: Clue): Clue => ({ kind, values, currency })
