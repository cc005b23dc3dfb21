import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import { type RecordFilter, type RecordPiece, recordsPath } from '../journal-record'

/** What the journal holds beside commands, in pieces, newest first. */
export function recordsQuery(filter: RecordFilter) {
  return infiniteQueryOptions({
    queryKey: ['records', filter],
    queryFn: ({ pageParam, signal }) => request<RecordPiece>(recordsPath(filter, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}
