import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { morningKey } from '@/lib/operations/query-keys'
import type { MorningNumbers } from '../numbers'

/** The numbers of the day. They're counted again once what waits for the person has changed. */
export const morningQuery = (merchant: string) =>
  queryOptions({
    queryKey: morningKey(merchant),
    queryFn: ({ signal }) => request<MorningNumbers>(routes.morning(), { signal, merchant, background: true }),
    staleTime: 30_000,
    refetchOnWindowFocus: true,
  })
