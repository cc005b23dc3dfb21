import { queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import { waitingKey } from '@/lib/operations/query-keys'
import type { WaitingAnswer } from '../waiting'

const everyMs = 5_000

/** What waits for the person, looked up every 5 seconds while the page is in sight. It stops when they are signed out. */
export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => request<WaitingAnswer>(routes.waiting(), { signal, background: true }),
  staleTime: everyMs,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => (state.error?.problem?.kind === 'signedOut' ? false : everyMs),
})
