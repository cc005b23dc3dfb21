import 'server-only'
import { problem } from '@/lib/core/problem'
import { notSentUnlessBegun } from '@/lib/journal/action-ids'
import { problemResponse } from '@/lib/platform/answers'

/** Where a request ends that comes to a process which is about to end (see incoming.ts). Nothing of it was read or sent. */
export async function stopping(request: Request): Promise<Response> {
  const actionId = request.headers.get('x-action-id')
  const headers = actionId === null ? {} : await notSentUnlessBegun(request)
  return problemResponse(
    problem('unavailable', 'This dashboard server is shutting down. Try again in a moment.', {
      title: 'Nothing was loaded or sent this time',
      code: 'stopping',
      retryAfter: 1,
      ...('x-action-id' in headers ? { actionId: headers['x-action-id'] } : {}),
    }),
    headers,
  )
}
