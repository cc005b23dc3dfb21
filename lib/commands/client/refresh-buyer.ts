import type { QueryClient } from '@tanstack/react-query'

/**
 * Reads again whatever is on screen about a buyer: for an answer that came late, when nobody knows any more what it was to, or for what
 * somebody else did. What was read after `since` (ms) stays.
 */
export function refreshBuyer(
  queryClient: QueryClient,
  merchant: string,
  buyerId: string,
  since = Number.POSITIVE_INFINITY,
): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, of, about], state }) =>
      of === merchant &&
      state.dataUpdatedAt < since &&
      (about === buyerId || (about as { buyerId?: string } | null | undefined)?.buyerId === buyerId),
  })
}
