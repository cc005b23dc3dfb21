import 'server-only'
import { ServiceProblem } from '@/lib/problem'
import { noteBuyer } from './note-buyer'

/** For a page: counts that the person looks at the buyer; null, or why they may not for now. */
export async function refusedBuyer(...given: Parameters<typeof noteBuyer>): Promise<ServiceProblem | null> {
  try {
    await noteBuyer(...given)
    return null
  } catch (cause) {
    if (cause instanceof ServiceProblem) return cause
    throw cause
  }
}
