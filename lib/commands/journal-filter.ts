import { type Counted, countedIn, notCounted, type SinceCounted } from '@/lib/core/counted'
import { isDay } from '@/lib/core/dates'
import { firstNonEmpty } from '@/lib/core/first-non-empty'
import * as routes from '@/lib/core/routes'
import type { Action } from './action'
import { ownerChoices } from './owner'

/** The query parameters of the journal, on its page and on its handlers alike. Days are `YYYY-MM-DD` in UTC. */
export const journalFields = [
  'person',
  'buyerId',
  'merchant',
  'operation',
  'outcome',
  'reason',
  'owner',
  'ticket',
  'from',
  'to',
] as const
export type JournalField = (typeof journalFields)[number]

/**
 * What an action came to; `open`: what nobody knows yet, or what contradicts how it was settled; `undone`: what was done and undone within
 * seven days.
 */
export const actionOutcomes = ['done', 'refused', 'not-sent', 'sent', 'unconfirmed', 'open', 'undone'] as const

/** Of a reason that the service gave so much is filtered by. */
export const reasonLength = 200
export const noReason = 'No reason given'

/** Only what is asked for, in the order of the fields, so that equal filters are equal as keys. */
export type JournalFilter = Partial<Record<JournalField, string> & Counted>

/** `counted`: where a number opened it. */
export type JournalPiece = { actions: Action[]; next: string | null; counted?: SinceCounted<Action> }

/** A value that makes sense in a filter of the journal, of actions or of other entries: what makes none is left out. */
export function inFilter(field: string, value: string | null): string | null {
  if (value === null || value.length > 200) return null
  if (field === 'from' || field === 'to') return isDay(value) ? value : null
  if (field === 'outcome') return actionOutcomes.find((each) => each === value) ?? null
  if (field === 'owner') return ownerChoices.find((each) => each === value) ?? null
  return value
}

export function journalFilter(given: Partial<Record<string, string | string[] | null | undefined>>): JournalFilter {
  const pairs = journalFields.map((field) => [field, inFilter(field, firstNonEmpty(given[field] ?? undefined))] as const)
  return { ...Object.fromEntries(pairs.filter(([, value]) => value !== null)), ...countedIn(given) }
}

/** The address of a piece of the journal, or of its export. */
export function journalPath(
  filter: JournalFilter,
  { before = null, file = false }: { before?: string | null; file?: boolean } = {},
): string {
  return routes.withSearch(file ? routes.journalExport() : routes.journal(), {
    ...filter,
    // A file is as of now.
    ...(file && notCounted),
    ...(before === null ? {} : { before }),
  })
}
