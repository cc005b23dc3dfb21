import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import type { Counted } from '@/lib/core/counted'
import * as routes from '@/lib/core/routes'
import { listKey, listsKey, viewsKey } from '@/lib/operations/query-keys'
import type { ListCounts, ListPage } from '../list-page'
import type { ListFilter, ListName } from '../lists'
import type { Views } from '../views'

/** How many rows each list has. */
export const listsQuery = (merchant: string) =>
  queryOptions({
    queryKey: listsKey(merchant),
    queryFn: ({ signal }) => request<ListCounts>(routes.lists(), { signal, merchant }),
    staleTime: 30_000,
  })

/** A list across buyers, a piece at a time; as it is, or as a number counted it. */
export const listQuery = (merchant: string, name: ListName, filter: ListFilter, counted: Counted | null = null) =>
  infiniteQueryOptions({
    queryKey: listKey(merchant, name, { ...filter, ...counted }),
    queryFn: ({ pageParam, signal }) =>
      request<ListPage>(routes.withSearch(routes.list(name), { ...filter, ...counted, after: pageParam }), { signal, merchant }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next,
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })

/** One's own views and those that are shared. */
export const viewsQuery = (merchant: string) =>
  queryOptions({
    queryKey: viewsKey(merchant),
    queryFn: ({ signal }) => request<Views>(routes.views(), { signal, merchant }),
    staleTime: 30_000,
  })
