import { useQuery } from '@tanstack/react-query'
import { paletteSearchQuery } from '@/lib/client/palette-search-query'
import { useSettled } from '@/lib/client/use-settled'
import { problemWords } from '@/lib/problem-words'
import type { Reading, SearchAnswer } from '@/lib/search-reading'

export type Hit = SearchAnswer['hits'][number]

// A search may go to the service and is written down, so it waits until somebody pauses.
const pauseMs = 250
const fewest = 3

/** Buyers found for what is typed, and what to say while there are none. A buyer id needs no search. */
export function useResults(
  merchant: { code: string; name: string },
  reading: { as: Reading; text: string } | null,
): { hits: readonly Hit[]; says: string | null } {
  const wanted = reading === null || reading.as === 'buyerId' || reading.text.length < fewest ? '' : reading.text
  const text = useSettled(wanted, pauseMs)
  const isAsked = text !== '' && text === wanted
  const { data, error, isFetching } = useQuery({ ...paletteSearchQuery(merchant.code, text), enabled: isAsked })
  if (wanted === '') return { hits: [], says: null }
  if (!isAsked || isFetching) return { hits: [], says: `Searching ${merchant.name}…` }
  if (error) return { hits: [], says: problemWords(error).detail }
  return { hits: data?.hits ?? [], says: data?.hits.length === 0 ? data.say : null }
}
