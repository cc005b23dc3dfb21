import { infiniteQueryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { ordersKey } from '@/lib/operations/query-keys'
import type { OrdersPage } from '../history-pieces'

/** The charge history of a buyer in pieces, newest first. The server prefetches the first piece under the same key. */
export function ordersQuery(merchant: string, buyerId: string) {
  return infiniteQueryOptions({
    queryKey: ordersKey(merchant, buyerId),
    queryFn: ({ pageParam, signal, meta }) => {
      const address = routes.withSearch(routes.buyerOrders(buyerId), { cursor: pageParam })
      return request<OrdersPage>(address, { signal, merchant, background: meta?.background === true })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
