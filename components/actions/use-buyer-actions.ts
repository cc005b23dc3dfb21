import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { buyerActionsQuery } from '@/lib/commands/client/action-queries'
import { refreshBuyer } from '@/lib/commands/client/refresh-buyer'
import { useActions } from './actions-provider'

/** What was done to the buyer, newest first, and what of it is open. When one of them is answered late, the page is read again. */
export function useBuyerActions() {
  const { merchant, buyer } = useActions().context
  const queryClient = useQueryClient()
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = useInfiniteQuery(buyerActionsQuery(merchant.code, buyer.id))
  const actions = useMemo(() => data?.pages.flatMap((piece) => piece.actions) ?? [], [data])
  const open = data?.pages[0]?.open ?? []
  const before = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!data) return
    const all = [...actions, ...(data.pages[0]?.open ?? [])]
    const unended = new Set(
      all
        .filter(({ state }) => state === 'sent' || state === 'unconfirmed')
        .map(({ actionId, settledAs }) => `${actionId} ${settledAs}`),
    )
    const hasEnded = [...before.current].some((each) => !unended.has(each))
    before.current = unended
    if (hasEnded) refreshBuyer(queryClient, merchant.code, buyer.id)
  }, [data, actions, queryClient, merchant.code, buyer.id])
  return {
    actions,
    open,
    /** Whether it's known what was done; until then nothing is said of it. */
    isRead: data !== undefined,
    isError,
    /** Null when everything is there or on its way. */
    readOlder: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  }
}
