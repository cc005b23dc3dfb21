import 'server-only'
import { uuid } from '@/lib/operations/schemas/scalars'
import { problem } from '@/lib/problem'
import { problemResponse } from '../problem-response'

/** Where a request ends that comes to a process which is about to end (see incoming.ts). Nothing of it was read or sent. */
export function stopping(request: Request): Response {
  const actionId = uuid.safeParse(request.headers.get('x-action-id'))
  return problemResponse(
    problem('unavailable', 'This copy of the dashboard is being stopped. Try again in a moment.', {
      ...{ title: 'Nothing was read or sent', code: 'stopping', retryAfter: 1 },
      ...(actionId.success ? { actionId: actionId.data } : {}),
    }),
    actionId.success ? { 'x-outcome': 'not-sent', 'x-action-id': actionId.data } : {},
  )
}
