import 'server-only'
import { problem } from '@/lib/core/problem'
import { uuid } from '@/lib/operations/schemas/scalars'
import { problemResponse } from './answers'

/** Where a request ends that comes to a process which is about to end (see incoming.ts). Nothing of it was read or sent. */
export function stopping(request: Request): Response {
  const actionId = uuid.safeParse(request.headers.get('x-action-id'))
  return problemResponse(
    problem('unavailable', 'This dashboard server is shutting down. Try again in a moment.', {
      title: 'Nothing was loaded or sent',
      code: 'stopping',
      retryAfter: 1,
      ...(actionId.success ? { actionId: actionId.data } : {}),
    }),
    actionId.success ? { 'x-outcome': 'not-sent', 'x-action-id': actionId.data } : {},
  )
}
