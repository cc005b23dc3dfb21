import { type ProblemKind, ServiceProblem } from '@/lib/core/problem'

const endings: readonly ProblemKind[] = ['invalid', 'conflict', 'notFound']
const turnedAway: readonly ProblemKind[] = ['signedOut', 'forbidden']

/** What a failure says of its try: that it ended without a change, nothing because it was turned away before it was looked at, or that it may be done. */
export function whatBecame(cause: unknown): 'ended' | 'turned-away' | 'maybe-done' {
  const kind = cause instanceof ServiceProblem ? cause.problem.kind : null
  if (kind === null) return 'maybe-done'
  if (endings.includes(kind)) return 'ended'
  return turnedAway.includes(kind) ? 'turned-away' : 'maybe-done'
}
