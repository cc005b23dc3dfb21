import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { repliesKey } from '@/lib/operations/query-keys'
import type { Replies } from '../own-texts'

/** What a merchant account has made of its replies. Looked at again whenever somebody comes back to the page, for a manager may edit them. */
export const repliesQuery = (merchant: string) =>
  queryOptions({
    queryKey: repliesKey(merchant),
    queryFn: ({ signal }) => request<Replies>(routes.replies(), { signal, merchant }),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })
