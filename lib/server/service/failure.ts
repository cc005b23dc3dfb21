import 'server-only'
import type { Operation } from '@/lib/operations/operation'
import { type ProblemField, problem, type ServiceProblem } from '@/lib/problem'

/** What a failure proves of a command: `not-sent` and `refused` that it was not applied, `unknown` nothing. */
export type Proof = 'not-sent' | 'refused' | 'unknown'

export type Failure = {
  proves: Proof
  /** Ours, such as `timeout` or `bad_json`; or the service's own where it gave one. */
  code: string
  detail: string
  /** HTTP status of the service's answer, where there was one. */
  status?: number
  traceId?: string | null
  fields?: ProblemField[]
  retryAfter?: number
  /** The service rejected our keys. */
  keysRefused?: true
}

/** A request to the service that did not end well, told apart by cause and not yet in words for a person. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'

  constructor(
    readonly failure: Failure,
    options?: ErrorOptions,
  ) {
    super(`${failure.proves}: ${failure.code}`, options)
  }
}

/** The failure as the person's problem. A lost answer is `unavailable` for a query and `unconfirmed` for a command. */
export function problemOf(operation: Pick<Operation, 'kind'>, { failure }: ServiceFailure): ServiceProblem {
  const { code, detail, traceId = null, fields = [], retryAfter } = failure
  const told = { code, traceId, fields, ...(retryAfter === undefined ? {} : { retryAfter }) }
  const lostCommand = failure.proves === 'unknown' && operation.kind === 'command'
  if (failure.keysRefused && !lostCommand) return problem('refused', detail, told)
  switch (failure.proves) {
    case 'not-sent':
      return problem('unavailable', detail, told)
    case 'refused':
      return problem(refusedKind(failure), detail, told)
    case 'unknown':
      if (lostCommand) return problem('unconfirmed', detail, told)
      return problem('unavailable', detail, failure.code === 'timeout' ? { ...told, status: 504 } : told)
  }
}

// service-facts 2.15: 2107 is a race between two changes of the same thing.
function refusedKind({ status, code }: Failure) {
  if (status === 404) return 'notFound'
  if (status === 409 || (status === 400 && code === '2107')) return 'conflict'
  if (status === 429) return 'unavailable'
  return 'invalid'
}
