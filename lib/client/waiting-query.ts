import { queryOptions } from '@tanstack/react-query'
import { waitingKey } from '@/lib/query-keys'
import type { Waiting } from '@/lib/waiting'
import { fetchInBackground } from './call'

const everyMs = 20_000

/** What waits for the person, looked up every 20 seconds while the page is in sight. It stops when they are signed out. */
export const waitingQuery = queryOptions({
  queryKey: waitingKey,
  queryFn: ({ signal }) => fetchInBackground<Waiting>('/api/desk/waiting', signal),
  staleTime: everyMs,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => (state.error?.problem?.kind === 'signedOut' ? false : everyMs),
})
