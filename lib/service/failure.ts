import 'server-only'
import * as z from 'zod/mini'
import { withoutCardNumbers } from '@/lib/core/card-number'
import { isObject } from '@/lib/core/json'
import { maskTyped } from '@/lib/core/masking'
import { type FieldValues, type ProblemField, problem, type ServiceProblem } from '@/lib/core/problem'
import type { Operation } from '@/lib/operations/declare/operation'
import { list, text } from '@/lib/operations/schemas/tolerant'
import type { RawAnswer } from './read-answer'

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
  const { retryAfter } = failure
  const { code, traceId = null, uuid, detail, fields = [] } = withoutPersonal(wordsIn(failure))
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

const wordsIn = ({ code, traceId, uuid, detail, fields }: Failure) => ({ code, traceId, uuid, detail, fields })

/**
 * What the service says, without the card numbers, e-mail addresses and IP addresses in its words: nobody knows what it quotes. Ids and codes
 * may be long numbers and are asked for: a number without gaps stays in them, unless a sentence stands in the place of one. A payment page's
 * address stays as it is.
 */
export const withoutPersonal = <T>(said: T): T => withoutPersonalIn(said, '') as T

function withoutPersonalIn(said: unknown, name: string): unknown {
  if (Array.isArray(said)) return said.map((each) => withoutPersonalIn(each, name))
  if (isObject(said))
    return Object.fromEntries(Object.entries(said).map(([key, inner]) => [wordsOf(key), withoutPersonalIn(inner, key)]))
  if (name === 'url') return said
  if (keptAsTold.test(name) && !isSentence(said)) return typeof said === 'string' ? idOf(said) : said
  if (typeof said === 'string') return wordsOf(said)
  return typeof said === 'number' && wordsOf(String(said)) !== String(said) ? wordsOf(String(said)) : said
}

const keptAsTold = /(?:^|_)id$|(?:Id|Ids|Key|Hash)$|^(?:uuid|code|productCode|sequence|providerTransaction)$/

/** No id or code: it's words, or an address. */
const isSentence = (said: unknown): boolean => typeof said === 'string' && /[\s@]/.test(said)

/** An id or a code without an IP address, or a card number in groups, in the place of it or within it. */
const idOf = (said: string) =>
  said
    .split(/(\d{13,})/)
    .map((part, place) => (place % 2 === 0 ? wordsOf(part) : part))
    .join('')

/** Card numbers first, for a masked e-mail address may end in one. */
const wordsOf = (text: string) => maskTyped(withoutCardNumbers(text))

// service-facts 2.15: 2107 is a race between two changes of the same thing.
function refusedKind({ status, code }: Failure) {
  if (status === 404) return 'notFound'
  if (status === 409 || (status === 400 && code === '2107')) return 'conflict'
  if (status === 429) return 'unavailable'
  return 'invalid'
}

/** An error in the service's own words. */
type ServiceError = { uuid: string | null; code: string; message: string; traceId: string | null; fields: ProblemField[] }

/**
 * The error that a body tells, or null where it has none of the service's documented shapes (service-interface, Errors; service-facts
 * D6 to D10). A, B and C all have code, message and traceId; D has a message in `data` and an empty list as `meta`. Whatever else is JSON may
 * come from anything between us and the service, and proves nothing.
 */
function errorIn(json: unknown): ServiceError | null {
  if (!isObject(json)) return null
  if ('data' in json) return nestedErrorIn(json)
  const { uuid, code, message, traceId, errors } = json
  const hasCode = Number.isSafeInteger(code) || (typeof code === 'string' && /^\d{1,15}$/.test(code))
  if (!hasCode || !isFilled(message) || !isFilled(traceId) || !isListOrNothing(errors)) return null
  if (uuid != null && typeof uuid !== 'string') return null
  return { uuid: uuid || null, code: String(code), message, traceId, fields: fieldsIn(errors, message) }
}

function nestedErrorIn({ data, meta, ...more }: Record<string, unknown>): ServiceError | null {
  if (!isObject(data) || !Array.isArray(meta) || meta.length > 0 || Object.keys(more).length > 0) return null
  const { message, violations } = data
  if (!isFilled(message) || !isListOrNothing(violations)) return null
  return { uuid: null, code: '', message, traceId: null, fields: fieldsIn(violations, message) }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isListOrNothing = (value: unknown) => value == null || Array.isArray(value)

const fieldErrors = list(z.object({ field: text, title: text, values: z.optional(z.unknown()) }))

const fieldsIn = (errors: unknown, said: string): ProblemField[] =>
  fieldErrors.parse(errors).map(({ field, title, values }) => {
    const scalars = scalarsOf(values)
    return { field: field ?? '', title: title ?? said, ...(scalars === null ? {} : { values: scalars }) }
  })

const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The details of an error have no documented type, so only scalars are kept (D9). */
function scalarsOf(values: unknown): FieldValues | null {
  if (typeof values === 'string') return values === '' ? null : values
  const scalars = isObject(values) ? Object.entries(values).filter(([, value]) => isScalar(value)) : []
  return scalars.length === 0 ? null : (Object.fromEntries(scalars) as FieldValues)
}

/** What an answer that is no success means: only an error of the service’s own says that nothing was applied. */
export function refusalOf(answer: RawAnswer, json: unknown): Failure {
  const { status, retryAfter } = answer
  const serviceError = errorIn(json)
  const answered = {
    status,
    code: serviceError?.code || String(status),
    traceId: serviceError?.traceId ?? null,
    uuid: serviceError?.uuid ?? null,
    ...(retryAfter === null ? {} : { retryAfter }),
  }
  if (serviceError && keysRefused(status, json)) {
    const proves = status < 500 ? 'refused' : 'unknown'
    return { ...answered, proves, code: 'merchant_credentials_rejected', keysRefused: true, detail: refusedKeysDetail(answer) }
  }
  if (status >= 500) {
    const why = serviceError ? `: ${serviceError.message}` : ' without a reason'
    return { ...answered, proves: 'unknown', detail: `The service returned error ${status}${why}.` }
  }
  if (status < 400) {
    const detail = 'The service sent a redirect. We never follow redirects.'
    return { ...answered, proves: 'unknown', code: 'redirected', detail }
  }
  if (serviceError && status === 429)
    return { ...answered, proves: 'refused', code: 'too_many', detail: 'The service is limiting requests. Wait, then try again.' }
  if (serviceError) return { ...answered, proves: 'refused', detail: serviceError.message, fields: serviceError.fields }
  return { ...answered, ...byAnother(status) }
}

/** A 4xx that is not the service's own: a gateway, a proxy or a firewall knows nothing of what the service did. */
function byAnother(status: number): Pick<Failure, 'proves' | 'code' | 'detail'> {
  if (status === 404 || status === 405)
    return { proves: 'unknown', code: 'no_such_path', detail: 'The service found nothing at this address.' }
  const detail = `Something between us and the service answered ${status}, so this isn’t the service’s own answer.`
  return { proves: 'unknown', code: 'bad_json', detail }
}

/** service-facts D15, 2.15: 401 or 403; some failures of the keys come as 400 or 500 and are told by their body. */
function keysRefused(status: number, json: unknown): boolean {
  if (status === 401 || status === 403) return true
  if ((status !== 400 && status !== 500) || !isObject(json)) return false
  const { uuid, code, message } = json
  return uuid === null && String(code) === '0' && !('errors' in json) && message === 'Unauthorized service use is forbidden'
}

function refusedKeysDetail({ clockDifference }: RawAnswer): string {
  const clock =
    clockDifference !== null && Math.abs(clockDifference) > 30
      ? ` Our clock and the service’s differ by ${Math.round(Math.abs(clockDifference))} s.`
      : ''
  return `The service refused this merchant account’s keys.${clock}`
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
