import { queryOptions } from '@tanstack/react-query'
import type { KnownNow } from '@/lib/known'
import { knownKey } from '@/lib/query-keys'
import { fetchJson } from './call'

/** What is stored of a buyer. It comes with the page, and is asked for again after anything was read or done. */
export const knownQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: knownKey(merchant, buyerId),
    queryFn: ({ signal }) =>
      fetchJson<KnownNow>(`/api/desk/buyers/${buyerId}/known`, { signal, headers: { 'x-merchant': merchant } }),
  })
