import 'server-only'
import { withoutCardNumbers } from '@/lib/core/card-number'
import { isObject } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { type ProblemField, problem, type ServiceProblem } from '@/lib/core/problem'
import type { Operation } from '@/lib/operations/declare/operation'

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
  /** The id of the error, where the service gave one. */
  uuid?: string | null
  fields?: ProblemField[]
  retryAfter?: number
  /** The service rejected our keys. */
  keysRefused?: true
}

/** A failed request to the service, by its cause. `problemOf` puts it into words for a person. */
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
  const { code, traceId = null, uuid, retryAfter } = failure
  const { detail, fields } = withoutPersonal({ detail: failure.detail, fields: failure.fields ?? [] })
  const details = { code, traceId, fields, ...(uuid ? { uuid } : {}), ...(retryAfter === undefined ? {} : { retryAfter }) }
  const lostCommand = failure.proves === 'unknown' && operation.kind === 'command'
  if (failure.keysRefused && !lostCommand) return problem('refused', detail, details)
  switch (failure.proves) {
    case 'not-sent':
      return problem('unavailable', detail, details)
    case 'refused':
      return problem(refusedKind(failure), detail, details)
    case 'unknown':
      if (lostCommand) return problem('unconfirmed', detail, details)
      return problem('unavailable', detail, failure.code === 'timeout' ? { ...details, status: 504 } : details)
  }
}

/**
 * What the service says, without the card numbers, e-mail addresses and IP addresses in its words: nobody knows what it quotes. Ids and codes
 * stay as they are, for they may be long numbers and are asked for, and so does a payment page's address.
 */
export const withoutPersonal = <T>(said: T): T => withoutPersonalIn(said, '') as T

function withoutPersonalIn(said: unknown, name: string): unknown {
  if (Array.isArray(said)) return said.map((each) => withoutPersonalIn(each, name))
  if (isObject(said))
    return Object.fromEntries(Object.entries(said).map(([key, inner]) => [wordsOf(key), withoutPersonalIn(inner, key)]))
  if (keptAsTold.test(name)) return said
  if (typeof said === 'string') return wordsOf(said)
  return typeof said === 'number' && wordsOf(String(said)) !== String(said) ? wordsOf(String(said)) : said
}

const keptAsTold = /(?:^|_)id$|(?:Id|Ids|Key|Hash)$|^(?:uuid|code|productCode|sequence|url)$/

/** Card numbers first, for a masked e-mail address may end in one. */
const wordsOf = (text: string) => maskTyped(withoutCardNumbers(text))

// service-facts 2.15: 2107 is a race between two changes of the same thing.
function refusedKind({ status, code }: Failure) {
  if (status === 404) return 'notFound'
  if (status === 409 || (status === 400 && code === '2107')) return 'conflict'
  if (status === 429) return 'unavailable'
  return 'invalid'
}

// Only a failure before the first byte proves that nothing was sent. A connection that was reset doesn't.
const beforeTheFirstByte: Record<string, string> = {
  ENOTFOUND: 'We couldn’t find the service’s server (DNS failed).',
  EAI_AGAIN: 'We couldn’t find the service’s server (DNS failed).',
  ECONNREFUSED: 'The service refused the connection.',
  EHOSTUNREACH: 'We couldn’t reach the service.',
  ENETUNREACH: 'We couldn’t reach the service.',
  UND_ERR_CONNECT_TIMEOUT: 'Connecting to the service took too long.',
}

/** Whether it was connecting that failed; to a name with several addresses, every one of them. */
function failedToConnect(cause: unknown): boolean {
  const { syscall, errors, cause: inner } = (cause ?? {}) as { syscall?: unknown; errors?: unknown[]; cause?: unknown }
  if (Array.isArray(errors) && errors.length > 0) return errors.every(failedToConnect)
  return syscall === 'connect' || (inner !== undefined && failedToConnect(inner))
}

const untrusted = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT|UNABLE_TO_|EPROTO$)/

/** Why no answer came. Any cause that we don't know to come before sending leaves the outcome unknown. */
export function lost(cause: unknown, timedOut: boolean): ServiceFailure {
  if (cause instanceof ServiceFailure) return cause
  return new ServiceFailure(classify(codeOf(cause), failedToConnect(cause), timedOut), { cause })
}

function classify(code: string, unconnected: boolean, timedOut: boolean): Failure {
  const refusedBefore = beforeTheFirstByte[code] ?? (unconnected ? 'We couldn’t connect to the service.' : undefined)
  if (refusedBefore) return { proves: 'not-sent', code: code.toLowerCase(), detail: refusedBefore }
  if (untrusted.test(code))
    return { proves: 'not-sent', code: 'tls_untrusted', detail: 'The service’s certificate isn’t trusted.' }
  if (timedOut) return { proves: 'unknown', code: 'timeout', detail: 'The service didn’t answer in time.' }
  return {
    proves: 'unknown',
    code: 'upstream_broken',
    detail: 'The connection dropped before the service finished answering.',
  }
}

function codeOf(cause: unknown): string {
  const error = cause as { code?: unknown; cause?: { code?: unknown }; errors?: { code?: unknown }[] } | null
  const code = error?.code ?? error?.cause?.code ?? error?.errors?.[0]?.code
  return typeof code === 'string' ? code : ''
}
