import 'server-only'
import { problem } from '@/lib/core/problem'
import { problemResponse } from './answers'

/** Whatever stands below `/api` and is no handler: an answer as machines expect it, instead of a page. */
export const noSuchAddress = (): Response =>
  problemResponse(problem('notFound', 'Not found. Check the address.', { code: 'no_such_address' }))
