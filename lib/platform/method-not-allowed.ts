import 'server-only'
import { problem } from '@/lib/core/problem'
import { problemResponse } from './answers'

/** Where a request ends whose method its address does not serve (see incoming.ts, which names those that it does). */
export const methodNotAllowed = (): Response =>
  problemResponse(
    problem('invalid', 'This address doesn’t take this method; the Allow header names those it takes. Nothing was sent.', {
      status: 405,
      code: 'method_not_allowed',
    }),
  )
