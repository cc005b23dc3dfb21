import 'server-only'
import { problem } from '@/lib/problem'
import { problemResponse } from '../problem-response'

export const methodNotServed = () =>
  problem('invalid', 'This method is not served here.', { status: 405, code: 'method_not_allowed' })

/** Where a request ends whose method nobody serves (see incoming.ts, which names the methods that are). */
export const methodNotAllowed = (): Response => problemResponse(methodNotServed())
