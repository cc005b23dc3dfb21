import 'server-only'
import { problem } from '@/lib/problem'
import { problemResponse } from '../problem-response'

/** Where a request ends whose method nobody serves (see incoming.ts). */
export const methodNotAllowed = (): Response =>
  problemResponse(problem('invalid', 'This method is not served here.', { status: 405, code: 'method_not_allowed' }), {
    allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  })
