import type { QueryClient } from '@tanstack/react-query'

/** Reads again whatever is on screen about a buyer: for an answer that came late, when nobody knows any more what it was to. */
export function refreshBuyer(queryClient: QueryClient, merchant: string, buyerId: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [, of, about] }) =>
      of === merchant && (about === buyerId || (about as { buyerId?: string } | null | undefined)?.buyerId === buyerId),
  })
}
