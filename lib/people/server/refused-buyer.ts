import 'server-only'
import { ServiceProblem } from '@/lib/core/problem'
import { recordBuyerShown } from './record-buyer-shown'

/** For a page: counts that the person looks at the buyer; null, or why they may not for now. */
export async function refusedBuyer(...given: Parameters<typeof recordBuyerShown>): Promise<ServiceProblem | null> {
  try {
    await recordBuyerShown(...given)
    return null
  } catch (cause) {
    if (cause instanceof ServiceProblem) return cause
    throw cause
  }
}
