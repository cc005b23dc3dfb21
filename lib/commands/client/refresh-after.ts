import type { QueryClient } from '@tanstack/react-query'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/declare/operation'
import { buyerActionsKey, knownKey, ordersKey, waitingKey } from '@/lib/operations/query-keys'

/** What a command touched: of which account, and whose buyer; null for one that made a buyer. */
export type Touched = { operation: string; merchant: string; buyerId: string | null }

/**
 * After a command has ended, however it ended: everything its declaration calls stale, the orders and the actions of that buyer, the
 * journal and what waits for somebody are read again where it is on screen. Resolves once the stale reads and the orders are there.
 */
export function refreshAfter(queryClient: QueryClient, { operation, merchant, buyerId }: Touched): Promise<unknown> {
  const declared: Operation | undefined = (operations as Record<string, Operation>)[operation]
  const stale = new Set(declared?.stale ?? [])
  const reads = queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, of, params] }) => {
      if (typeof name !== 'string' || of !== merchant || !stale.has(name)) return false
      const about = (params as { buyerId?: string } | undefined)?.buyerId
      return about === undefined || about === buyerId
    },
  })
  const orders = buyerId === null ? null : queryClient.invalidateQueries({ queryKey: ordersKey(merchant, buyerId) })
  if (buyerId !== null) {
    void queryClient.invalidateQueries({ queryKey: buyerActionsKey(merchant, buyerId) })
    void queryClient.invalidateQueries({ queryKey: knownKey(merchant, buyerId) })
  }
  void queryClient.invalidateQueries({ queryKey: waitingKey })
  void queryClient.invalidateQueries({ queryKey: ['journal'] })
  return Promise.all([reads, orders])
}
