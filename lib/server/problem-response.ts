import 'server-only'
import { masked } from '@/lib/masking'
import { problem, ServiceProblem } from '@/lib/problem'
import { log } from './log'
import { currentRequest } from './request-context'

/** Any error as problem+json. What nobody foresaw is logged whole and told without its text. */
export function problemResponse(error: unknown, headers: HeadersInit = {}): Response {
  if (!(error instanceof ServiceProblem)) log.error({ err: error }, 'unforeseen')
  const told =
    error instanceof ServiceProblem
      ? error.problem
      : problem('unavailable', 'It is written in the log; try again in a moment.', {
          title: 'Something broke on our side',
          status: 500,
          code: 'internal',
        }).problem
  const context = currentRequest()
  if (context) context.traceId = told.traceId
  const response = Response.json(masked(told), { status: told.status, headers })
  response.headers.set('content-type', 'application/problem+json')
  response.headers.set('cache-control', 'no-store')
  if (told.retryAfter !== undefined) response.headers.set('retry-after', String(Math.ceil(told.retryAfter)))
  return response
}
