import 'server-only'
import { uuidSegment } from '@/lib/operations/schemas/scalars'
import { problem } from '@/lib/problem'

/** An id of a path. What is not one names nothing. */
export function idIn(given: string): string {
  const read = uuidSegment.safeParse(given)
  if (!read.success)
    throw problem('notFound', 'There is nothing at this address: the id is not one.', { status: 400, code: 'not_an_id' })
  return read.data
}
