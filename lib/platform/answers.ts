import 'server-only'
import { masked } from '@/lib/core/masking'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { log } from './log'
import { currentRequest } from './request-context'

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

/** Any error as problem+json. What nobody foresaw is logged whole and told without its text. */
export function problemResponse(error: unknown, headers: HeadersInit = {}): Response {
  if (!(error instanceof ServiceProblem)) log.error({ err: error }, 'unforeseen')
  const shownProblem =
    error instanceof ServiceProblem
      ? error.problem
      : problem('unavailable', 'We’ve logged the error. Try again in a moment.', {
          title: 'Something went wrong in Counterfoil',
          status: 500,
          code: 'internal',
        }).problem
  const context = currentRequest()
  if (context) context.traceId = shownProblem.traceId
  const response = Response.json(masked(shownProblem), { status: shownProblem.status, headers })
  response.headers.set('content-type', 'application/problem+json')
  response.headers.set('cache-control', 'no-store')
  if (shownProblem.retryAfter !== undefined) response.headers.set('retry-after', String(Math.ceil(shownProblem.retryAfter)))
  return response
}
