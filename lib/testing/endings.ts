import 'server-only'
import { type Problem, ServiceProblem } from '@/lib/core/problem'
import { type Failure, ServiceFailure } from '@/lib/service/failure'

/** The problem that a promise ends in. */
export const problemIn = (work: Promise<unknown>): Promise<Problem> =>
  ending(work, (cause) => (cause instanceof ServiceProblem ? cause.problem : null))

/** The failure that a promise ends in. */
export const failureIn = (work: Promise<unknown>): Promise<Failure> =>
  ending(work, (cause) => (cause instanceof ServiceFailure ? cause.failure : null))

async function ending<T>(work: Promise<unknown>, read: (cause: unknown) => T | null): Promise<T> {
  try {
    await work
  } catch (cause) {
    const found = read(cause)
    if (found === null) throw cause
    return found
  }
  throw new Error('It ended well.')
}
