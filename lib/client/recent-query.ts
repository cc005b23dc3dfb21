import { queryOptions } from '@tanstack/react-query'
import type { RecentBuyer } from '@/lib/recent-buyer'
import { fetchJson } from './call'

/** The buyers the person opened last. */
export const recentQuery = (merchant: string) =>
  queryOptions({
    queryKey: ['recent', merchant] as const,
    queryFn: async ({ signal }) =>
      (await fetchJson<{ buyers: RecentBuyer[] }>('/api/desk/recent', { signal, headers: { 'x-merchant': merchant } })).buyers,
    staleTime: 5_000,
  })
