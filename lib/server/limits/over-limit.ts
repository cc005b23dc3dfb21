import 'server-only'
import { type LimitName, limits } from '@/lib/limits'
import { problem, type ServiceProblem } from '@/lib/problem'

/** What somebody is told who has come to the end of a limit: 429, and when to come back. */
export function overLimit(name: LimitName, waitMs: number): ServiceProblem {
  const { words, title, code } = limits[name]
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000))
  const wait = retryAfter > 90 ? `${Math.ceil(retryAfter / 60)} minutes` : `${retryAfter} seconds`
  return problem('unavailable', `The limit is ${words}. Wait ${wait}; managers have been told.`, {
    ...{ title, status: 429, code, retryAfter },
  })
}
