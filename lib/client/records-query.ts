import { infiniteQueryOptions } from '@tanstack/react-query'
import { type RecordFilter, type RecordPiece, recordsPath } from '@/lib/journal-record'
import { fetchJson } from './call'

/** What the journal holds beside commands, in pieces, newest first. */
export function recordsQuery(filter: RecordFilter) {
  return infiniteQueryOptions({
    queryKey: ['records', filter],
    queryFn: ({ pageParam, signal }) => fetchJson<RecordPiece>(recordsPath(filter, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
