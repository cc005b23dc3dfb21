import 'server-only'

/** What one round trip carries from the start (RFC 6928): up to here, packing takes longer than it saves. */
const oneRoundTrip = 14_600

/** An answer as JSON that nobody keeps. A small one is sent as it is: to pack it would make the person wait a millisecond more. */
export function jsonResponse(value: unknown, headers: Record<string, string> = {}, status = 200): Response {
  const json = JSON.stringify(value)
  const cacheControl = json.length < oneRoundTrip ? 'no-store, no-transform' : 'no-store'
  return new Response(json, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': cacheControl, ...headers },
  })
}
