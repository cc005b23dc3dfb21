import { infiniteQueryOptions } from '@tanstack/react-query'
import { type OrdersPage, ordersPath } from '@/lib/orders-page'
import { ordersKey } from '@/lib/query-keys'
import { fetchJson } from './call'

/** The charge history of a buyer in pieces, newest first. The server prefetches the first piece under the same key. */
export function ordersQuery(merchant: string, buyerId: string) {
  return infiniteQueryOptions({
    queryKey: ordersKey(merchant, buyerId),
    queryFn: ({ pageParam, signal }) =>
      fetchJson<OrdersPage>(ordersPath(buyerId, pageParam), { signal, headers: { 'x-merchant': merchant } }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
