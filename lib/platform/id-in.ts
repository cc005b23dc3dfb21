import 'server-only'
import { problem } from '@/lib/core/problem'
import { uuidSegment } from '@/lib/operations/schemas/scalars'

/** An id of a path. What is not one names nothing. */
export function idIn(given: string): string {
  const read = uuidSegment.safeParse(given)
  if (!read.success) throw problem('notFound', 'Not found. The id isn’t valid.', { status: 400, code: 'not_an_id' })
  return read.data
}
