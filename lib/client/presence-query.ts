import { queryOptions } from '@tanstack/react-query'
import { backgroundHeader } from '@/lib/background'
import { type Presence, presenceEveryMs } from '@/lib/presence'
import { presenceKey } from '@/lib/query-keys'
import type { VerbName } from '@/lib/verb-words'
import { fetchInBackground } from './call'
import { newId } from './new-id'

// One for each page that is loaded, so that two tabs of a person are two.
const tab = newId()
let openVerb: VerbName | null = null

/** Which dialog is open on this page, to be said with the next request. */
export function tellVerb(verb: VerbName | null): void {
  openVerb = verb
}

const pathOf = (buyerId: string) => `/api/desk/buyers/${buyerId}/presence`
const request = (merchant: string, body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-merchant': merchant },
  body: JSON.stringify({ tab, ...body }),
})

/** Says that this page has the buyer open and asks who else has, every few seconds while it is in sight. It keeps no session alive. */
export const presenceQuery = (merchant: string, buyerId: string) =>
  queryOptions({
    queryKey: presenceKey(merchant, buyerId),
    queryFn: ({ signal }) => fetchInBackground<Presence>(pathOf(buyerId), signal, request(merchant, { verb: openVerb })),
    staleTime: presenceEveryMs,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.error?.problem?.kind === 'signedOut' ? false : presenceEveryMs),
  })

/** Takes it back. Nobody waits for it: what is not said here is forgotten by itself. */
export function leave(merchant: string, buyerId: string): void {
  const { headers, ...rest } = request(merchant, { verb: null, leaving: true })
  void fetch(pathOf(buyerId), { ...rest, headers: { ...headers, [backgroundHeader]: 'yes' }, keepalive: true }).catch(() => {})
}
