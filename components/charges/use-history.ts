import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { ordersQuery } from '@/lib/charges/client/orders-query'
import { type HistoryState, joinPieces, type LoadedHistory, loadedUnasked } from '@/lib/charges/history-pieces'
import type { ServiceProblem } from '@/lib/core/problem'

export type History = LoadedHistory & {
  /** When it was read, in milliseconds; 0 before the first answer. */
  asOf: number
  state: HistoryState
  isLoadingOlder: boolean
  error: ServiceProblem | null
  /** The error is about older orders: what is shown is as new as it says. */
  olderFailed: boolean
  /** Null when everything is there or on its way. */
  loadOlder: (() => void) | null
  refresh: () => void
}

/** The charge history of a buyer: the first piece at once, then piece after piece in the background. */
export function useHistory(merchant: string, buyerId: string): History {
  const query = useInfiniteQuery(ordersQuery(merchant, buyerId))
  const { data, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const loaded = useMemo(() => joinPieces(data?.pages ?? []), [data])
  const goesOn = hasNextPage && !query.isError && loaded.orders.length < loadedUnasked

  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [goesOn, isFetching, fetchNextPage])

  return {
    ...loaded,
    asOf: query.dataUpdatedAt,
    state: query.isPending ? 'loading' : data ? 'read' : 'failed',
    isLoadingOlder: isFetchingNextPage,
    error: query.error,
    olderFailed: query.isFetchNextPageError,
    loadOlder: hasNextPage && !goesOn && !isFetching ? () => void fetchNextPage() : null,
    refresh: () => void query.refetch(),
  }
}
