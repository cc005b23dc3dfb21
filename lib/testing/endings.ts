import 'server-only'
import { expect } from 'vitest'
import { type Problem, ServiceProblem } from '@/lib/core/problem'
import { type Failure, ServiceFailure } from '@/lib/service/failure'
import type { Listener } from './listener'

/** The problem that a promise ends in. */
export const problemIn = (work: Promise<unknown>): Promise<Problem> =>
  ending(work, (cause) => (cause instanceof ServiceProblem ? cause.problem : null))

/** The failure that a promise ends in. */
export const failureIn = (work: Promise<unknown>): Promise<Failure> =>
  ending(work, (cause) => (cause instanceof ServiceFailure ? cause.failure : null))

/** The problem a request was refused with: as machines expect it, without a word of our code, and before the service heard of it. */
export async function refusalIn(answer: Response, service: Listener) {
  const problem = (await answer.json()) as { code: string | null; fields: { field: string; title: string }[] }
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(JSON.stringify(problem)).not.toMatch(/\bat .*\.ts|node_modules/)
  expect(service.received).toEqual([])
  return { status: answer.status, ...problem }
}

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
