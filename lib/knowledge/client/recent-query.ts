import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { RecentBuyer } from '../recent-buyer'

/** The buyers the person opened last. */
export const recentQuery = (merchant: string) =>
  queryOptions({
    queryKey: ['recent', merchant] as const,
    queryFn: async ({ signal }) => (await request<{ buyers: RecentBuyer[] }>(routes.recent(), { signal, merchant })).buyers,
    staleTime: 5_000,
  })
