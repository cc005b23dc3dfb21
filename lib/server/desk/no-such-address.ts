import 'server-only'
import { problem } from '@/lib/problem'
import { problemResponse } from '../problem-response'

/** Whatever stands below `/api` and is no handler: an answer as machines expect it, instead of a page. */
export const noSuchAddress = (): Response =>
  problemResponse(problem('notFound', 'There is nothing at this address.', { code: 'no_such_address' }))
