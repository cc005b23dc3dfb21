import { ServiceProblem } from './problem'
import { advice } from './problem-copy'

/** What a panel says about a read that failed. `again`: trying again is safe and may help. */
export type ProblemWords = { title: string; detail: string; advice: string; traceId: string | null; again: boolean }

export function problemWords(error: Error): ProblemWords {
  if (!(error instanceof ServiceProblem)) {
    return { title: 'Something went wrong here', detail: error.message, advice: advice.unavailable, traceId: null, again: true }
  }
  const { title, detail, kind, traceId } = error.problem
  return { title, detail, advice: advice[kind], traceId, again: kind === 'unavailable' }
}
