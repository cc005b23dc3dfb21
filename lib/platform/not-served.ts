import 'server-only'
import { problem } from '@/lib/core/problem'
import { problemResponse } from './answers'

/** Where a request ends whose method its address does not serve (see incoming.ts, which names those that it does). */
export const methodNotAllowed = (): Response =>
  problemResponse(
    problem('invalid', 'This address doesn’t support that method. The Allow header lists those it supports. Nothing was sent.', {
      status: 405,
      code: 'method_not_allowed',
    }),
  )

/** Whatever stands below `/api` and is no handler: an answer as machines expect it, instead of a page. */
export const noSuchAddress = (): Response =>
  problemResponse(problem('notFound', 'Not found. Check the address.', { code: 'no_such_address' }))
