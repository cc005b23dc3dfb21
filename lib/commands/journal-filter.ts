import { firstNonEmpty } from '@/lib/core/first-non-empty'
import * as routes from '@/lib/core/routes'
import type { Action } from './action'

/** The query parameters of the journal, on its page and on its handlers alike. Days are `YYYY-MM-DD` in UTC. */
export const journalFields = ['person', 'buyerId', 'merchant', 'operation', 'outcome', 'ticket', 'from', 'to'] as const
export type JournalField = (typeof journalFields)[number]

/** Only what is asked for, in the order of the fields, so that equal filters are equal as keys. */
export type JournalFilter = Partial<Record<JournalField, string>>

export type JournalPiece = { actions: Action[]; next: string | null }

export function journalFilter(given: Partial<Record<string, string | string[] | null | undefined>>): JournalFilter {
  const pairs = journalFields.map((field) => [field, firstNonEmpty(given[field] ?? undefined)] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== null))
}

/** The address of a piece of the journal, or of its export. */
export function journalPath(
  filter: JournalFilter,
  { before = null, file = false }: { before?: string | null; file?: boolean } = {},
): string {
  return routes.withSearch(file ? routes.journalExport() : routes.journal(), {
    ...filter,
    ...(before === null ? {} : { before }),
  })
}
