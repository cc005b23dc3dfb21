import { useQueries } from '@tanstack/react-query'
import { answerDenies } from '../action-words'
import { liveActionQuery } from './action-queries'

/** Of actions that were done, by their ids, those whose answer shows otherwise; null until that is known of each. */
export function useDenied(actionIds: readonly string[]): ReadonlySet<string> | null {
  const read = useQueries({ queries: actionIds.map((actionId) => liveActionQuery(actionId)) })
  const denied = new Set<string>()
  for (const [index, actionId] of actionIds.entries()) {
    const action = read[index]?.data
    if (!action) return null
    if (answerDenies(action, action.answer?.body)) denied.add(actionId)
  }
  return denied
}
