import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { knownKey } from '@/lib/operations/query-keys'
import type { KnownNow } from '../known'

/** What is stored of a buyer. It comes with the page, and is asked for again after anything was read or done. */
export const knownQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: knownKey(merchant, buyerId),
    queryFn: ({ signal }) => request<KnownNow>(routes.buyerKnown(buyerId), { signal, merchant }),
  })
