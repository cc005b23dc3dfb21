import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { type JournalField, type JournalFilter, journalFields, journalFilter } from '@/lib/journal-filter'

const nothing = Object.fromEntries(journalFields.map((field) => [field, null]))

export type Change = (changes: Partial<Record<JournalField, string | null>>) => void

/** The filter of the journal. It lives in the address, so that a link shows the same entries. */
export function useJournalFilter(): { filter: JournalFilter; change: Change; clear: () => void } {
  const [params, change] = useSearchParamsState(journalFields)
  return { filter: journalFilter(params), change, clear: () => change(nothing) }
}
