import { queryOptions } from '@tanstack/react-query'
import type { BuyerGuides } from '@/lib/playbooks/guide'
import { guidesKey } from '@/lib/playbooks/guides-key'
import { fetchJson } from './call'

/** The tickets of a buyer with guided steps, newest first. A colleague may have gone on with one, so it is read anew when looked at. */
export const guidesQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: guidesKey(merchant, buyerId),
    queryFn: ({ signal }) =>
      fetchJson<BuyerGuides>(`/api/desk/buyers/${buyerId}/guides`, { signal, headers: { 'x-merchant': merchant } }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
