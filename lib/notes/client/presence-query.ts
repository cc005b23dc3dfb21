import { queryOptions } from '@tanstack/react-query'
import { newId } from '@/lib/client/new-id'
import { request } from '@/lib/client/request'
import type { VerbName } from '@/lib/commands/verb-words'
import * as routes from '@/lib/core/routes'
import { presenceKey } from '@/lib/operations/query-keys'
import { type Presence, presenceEveryMs } from '../presence'

// One id per page load, so two tabs of a person count separately.
const tab = newId()
let openVerb: VerbName | null = null

/** Which dialog is open on this page, to be said with the next request. */
export function reportPresence(verb: VerbName | null): void {
  openVerb = verb
}

/** Says that this page has the buyer open and asks who else has, every few seconds while it is in sight. It keeps no session alive. */
export const presenceQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: presenceKey(merchant, buyerId),
    queryFn: ({ signal }) =>
      request<Presence>(routes.buyerPresence(buyerId), {
        merchant,
        body: { tab, verb: openVerb },
        signal,
        background: true,
      }),
    staleTime: presenceEveryMs,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.error?.problem?.kind === 'signedOut' ? false : presenceEveryMs),
  })

/** Takes it back. Nobody waits for it: what is not said here is forgotten by itself. */
export function leave(merchant: string, buyerId: string): void {
  const body = { tab, verb: null, leaving: true }
  void request(routes.buyerPresence(buyerId), { merchant, body, background: true, keepalive: true }).catch(() => {})
}
