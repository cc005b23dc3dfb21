import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { BuyerGuides } from '../guide'

/** How React Query names the guided steps of a buyer's tickets. */
export const guidesKey = (merchant: string, buyerId: string) => ['guides', merchant, buyerId] as const

/** The tickets of a buyer with guided steps, newest first. A colleague may have gone on with one, so it is read anew when looked at. */
export const guidesQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: guidesKey(merchant, buyerId),
    queryFn: ({ signal }) => request<BuyerGuides>(routes.buyerGuides(buyerId), { signal, merchant }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
