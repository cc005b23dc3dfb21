import 'server-only'
import * as z from 'zod/mini'
import { isDeeperThan } from '@/lib/is-deeper-than'
import type { AnswerOf, Operation } from '@/lib/operations/operation'
import { nothing } from '@/lib/operations/schemas/envelope'
import { inOurSpelling } from '@/lib/operations/schemas/spellings'
import { isObject, list, map, text } from '@/lib/operations/schemas/tolerant'
import { log } from '../log'
import { type Failure, ServiceFailure } from './failure'

/** What came back, before anybody asked what it means. */
export type RawAnswer<B = Buffer> = {
  status: number
  body: B
  encoding: string | null
  retryAfter: number | null
  clockDifference: number | null
}

/** The one place where a body is read: JSON, our spelling, the operation's schema. Throws a ServiceFailure. */
export function readAnswer<O extends Operation>(operation: O, answer: RawAnswer): AnswerOf<O> {
  const json = jsonOf(answer)
  if (answer.status < 200 || answer.status > 299) throw new ServiceFailure(refusalOf(answer, json))
  const expectsNothing = (operation.answer as z.ZodMiniType) === nothing
  if (expectsNothing && answer.status === 204) return undefined as AnswerOf<O>
  if (json === unreadable) throw unknown(answer, 'bad_json', 'The service answered something that is not JSON.')
  if (expectsNothing) {
    log.warn({ operation: operation.name, status: answer.status }, 'unexpected_success')
    return undefined as AnswerOf<O>
  }
  const read = operation.answer.safeParse(inOurSpelling(json))
  if (!read.success) {
    const where = read.error.issues
      .map(({ path }) => path.join('.') || '(whole)')
      .slice(0, 5)
      .join(', ')
    throw unknown(answer, 'shape_mismatch', `The service answered in a form that is not documented, at ${where}.`)
  }
  return read.data as AnswerOf<O>
}

const unreadable = Symbol('unreadable')
const mostLevels = 64

function jsonOf({ body, encoding }: RawAnswer): unknown {
  if (encoding !== null) return unreadable // none was asked for, and unpacking is how a small answer becomes a huge one
  try {
    const json: unknown = JSON.parse(body.toString('utf8'))
    return isDeeperThan(json, mostLevels) ? unreadable : json
  } catch {
    return unreadable
  }
}

// Shapes A, B, C and D (service-facts D6 to D10): they differ only in which of these are there and where.
const errorBody = z.object({
  uuid: text,
  code: text,
  message: text,
  traceId: text,
  errors: list(z.object({ field: text, title: text })),
  data: map,
})
const nestedError = z.object({ message: text, violations: list(z.object({ field: text, title: text })) })

function refusalOf(answer: RawAnswer, json: unknown): Failure {
  const { status } = answer
  const told = isObject(json) ? readError(json) : null
  const answered = {
    status,
    code: told?.code || String(status),
    traceId: told?.traceId ?? null,
    ...(answer.retryAfter === null ? {} : { retryAfter: answer.retryAfter }),
  }
  if (keysRefused(status, json))
    return {
      ...answered,
      proves: status < 500 ? 'refused' : 'unknown',
      code: 'merchant_credentials_rejected',
      keysRefused: true,
      detail: refusedKeysDetail(answer),
    }
  if (status >= 500)
    return {
      ...answered,
      proves: 'unknown',
      detail: `The service answered ${status}${told ? `: ${told.message}` : ' without a reason'}.`,
    }
  if (status < 400)
    return {
      ...answered,
      proves: 'unknown',
      code: 'redirected',
      detail: 'The service sent us elsewhere, which is never followed.',
    }
  if (status === 429) return { ...answered, proves: 'refused', code: 'too_many', detail: 'The service asks for fewer requests.' }
  if (told) return { ...answered, proves: 'refused', detail: told.message, fields: told.fields }
  // A 4xx that is not the service's own may come from something in between, which knows nothing of what the service did.
  if (status === 404 || status === 405)
    return { ...answered, proves: 'unknown', code: 'no_such_path', detail: 'The service has nothing at this address.' }
  return {
    ...answered,
    proves: 'unknown',
    code: 'bad_json',
    detail: `The service answered ${status} in a form that is not documented.`,
  }
}

function readError(json: Record<string, unknown>) {
  const { code, message, traceId, errors, data } = errorBody.parse(json)
  const nested = nestedError.parse(data)
  const said = message ?? nested.message
  if (said === null) return null
  const fields = [...errors, ...nested.violations].map(({ field, title }) => ({ field: field ?? '', title: title ?? said }))
  return { code: code ?? '', message: said, traceId, fields }
}

/** service-facts D15, 2.15: 401 or 403; some failures of the keys come as 400 or 500 and are told by their body. */
function keysRefused(status: number, json: unknown): boolean {
  if (status === 401 || status === 403) return true
  if ((status !== 400 && status !== 500) || !isObject(json)) return false
  return (
    json.uuid === null &&
    String(json.code) === '0' &&
    !('errors' in json) &&
    json.message === 'Unauthorized service use is forbidden'
  )
}

function refusedKeysDetail({ clockDifference }: RawAnswer): string {
  const clock =
    clockDifference !== null && Math.abs(clockDifference) > 30
      ? ` Our clock differs from the service’s by ${Math.round(clockDifference)} s.`
      : ''
  return `The service refused the keys of this merchant account.${clock}`
}

function unknown({ status }: RawAnswer, code: string, detail: string): ServiceFailure {
  return new ServiceFailure({ proves: 'unknown', status, code, detail })
}
