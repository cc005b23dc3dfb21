import { firstNonEmpty } from '@/lib/core/first-non-empty'
import * as routes from '@/lib/core/routes'
import { inFilter } from './journal-filter'

/**
 * An entry of the journal that is no command. `gist` is the most telling of it, `details` are its particulars, name and value, all of it
 * masked.
 */
export type JournalRecord = {
  seq: number
  at: string
  kind: string
  words: string
  gist: string
  person: string
  merchant: string
  buyerId: string | null
  /** The masked e-mail, or else the masked name, as it's known now; the journal keeps the id. */
  buyer: string | null
  ticket: string | null
  details: [string, string][]
}

export type RecordPiece = { records: JournalRecord[]; next: string | null }

/** The query parameters of the other entries, on their page and on their handler alike. Days are `YYYY-MM-DD` in UTC. */
export const recordFields = ['kind', 'person', 'buyerId', 'from', 'to'] as const
export type RecordField = (typeof recordFields)[number]
export type RecordFilter = Partial<Record<RecordField, string>>

export function recordFilter(given: Partial<Record<string, string | string[] | null | undefined>>): RecordFilter {
  const pairs = recordFields.map((field) => [field, inFilter(field, firstNonEmpty(given[field] ?? undefined))] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== null))
}

/** The address of a piece of the other entries. */
export function recordsPath(filter: RecordFilter, before: string | null = null): string {
  return routes.withSearch(routes.journalRecords(), { ...filter, before })
}
