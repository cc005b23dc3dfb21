import 'server-only'
import type * as z from 'zod/mini'
import { dayMs } from '@/lib/core/dates'
import { oneId } from '@/lib/core/fold'
import { exceedsDepth, isObject, parsedJson } from '@/lib/core/json'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import { flagWords, inOurSpelling, nothing, spellings } from '@/lib/operations/schemas/tolerant'
import { log } from '@/lib/platform/log'
import { dropConnections } from './connections'
import { refusalOf, ServiceFailure } from './failure'
import type { ServiceRequest } from './transport'
import { affirmsItself, at, deniesItself, differs, isAboutAnother, isFailed, partsOf, plain, word } from './trust'

/** An answer as it came over the wire. */
export type RawAnswer<B = Buffer> = {
  status: number
  body: B
  encoding: string | null
  retryAfter: number | null
  clockDifference: number | null
  /** It has an age: somebody on the way had kept it. */
  isOld: boolean
}

/**
 * The one place where a body is read: JSON, our spelling, whether it's about what was asked, the operation's schema. Throws a ServiceFailure.
 */
export function readAnswer<O extends Operation>(request: SentRequest & { operation: O }, answer: RawAnswer): AnswerOf<O> {
  const { operation } = request
  const json = jsonOf(answer)
  if (operation.kind === 'command' && answer.isOld) throw unknown(answer, 'cached_answer', cached)
  if (answer.status < 200 || answer.status > 299) {
    if (operation.kind === 'command' && isObject(json)) requireOnlyRefusal(request, answer, inOurSpelling(json))
    throw new ServiceFailure(refusalOf(answer, json))
  }
  if (answer.status === 206)
    throw unknown(answer, 'partial_answer', 'The service sent only part of its answer, so we can’t rely on it.')
  const expectsNothing = (operation.answer as z.ZodMiniType) === nothing
  if (expectsNothing && answer.status === 204) return undefined as AnswerOf<O>
  if (json === unreadable) throw unknown(answer, 'bad_json', 'The service’s answer wasn’t valid JSON.')
  const said = inOurSpelling(json)
  requireAboutRequested(request, said)
  if (deniesItself(said, operation.kind)) throw unknown(answer, 'denied_success', denied[operation.kind])
  if (operation.kind === 'command' && isUnclear(request, json)) throw unknown(answer, 'unclear_answer', unclear)
  if (expectsNothing) {
    if (!isOwnSuccess(said, request.params.buyerId))
      throw unknown(answer, 'shape_mismatch', 'The service’s answer isn’t one that its documents describe.')
    log.warn({ operation: operation.name, status: answer.status }, 'unexpected_success')
    return toldAnyway(operation, said) as AnswerOf<O>
  }
  const read = operation.answer.safeParse(said)
  if (!read.success) {
    const where = read.error.issues
      .map(({ path }) => path.join('.') || '(whole)')
      .slice(0, 5)
      .join(', ')
    throw unknown(answer, 'shape_mismatch', `The service’s answer doesn’t match its documentation, at ${where}.`)
  }
  return read.data as AnswerOf<O>
}

/** Said of a command's answer, and of a read that decides what's done next. */
export const cached = 'The service’s answer had been kept since an earlier request, so it says nothing about this one.'

const unclear = 'The service’s answer doesn’t show clearly what is set now, so we don’t know whether it was applied.'

const denied = {
  command: 'The service’s answer says both that it worked and that it failed, so we don’t know whether it was applied.',
  query: 'The service’s answer says that it failed, so we didn’t show or store any of it. Try again.',
} as const

/**
 * Where an operation has no answer of its own, the service's envelope is a success, too (F12), if it says nothing but yes, or names the buyer,
 * and holds nothing that isn't known of one. Whatever else comes with a 2xx may be a gateway's page.
 */
function isOwnSuccess(json: unknown, buyerId: string | undefined): boolean {
  if (!isObject(json) || !('data' in json)) return false
  const { data, meta, ...more } = json
  if (Object.keys(more).length > 0 || (typeof meta === 'string' && meta !== '')) return false
  const said = Array.isArray(data) ? data : isObject(data) ? Object.values(data) : [data]
  if (said.every((each) => each === null || each === true))
    return !isObject(data) || Object.keys(data).every((key) => yes.test(plain(key)))
  if (isFailed(at(data, 'status'))) return false
  return [at(data, 'buyerId'), at(data, 'id')].some((named) => typeof named === 'string' && !differs(named, buyerId))
}
const yes =
  /^(?:success(?:ful|fully)?|succeeded|ok|okay|done|accepted|applied|processed|completed|executed|enabled|disabled|changed|updated|deleted|removed|result|data|id|buyerid)$/

/** What is told of the thing though no answer is due; undefined where that is nothing. */
function toldAnyway({ mayTell }: Operation, said: unknown): unknown {
  const told = mayTell?.safeParse(said).data
  return Object.values(at(told, 'data') ?? {}).some((value) => value !== null) ? told : undefined
}

/** A refusal that says that it worked, or is about somebody else, proves nothing. The details of its errors may name whatever was in the way. */
function requireOnlyRefusal(request: SentRequest, answer: RawAnswer, said: unknown): void {
  requireAboutRequested(request, { ...(isObject(said) ? said : {}), errors: null, data: null })
  if (affirmsItself(said)) throw unknown(answer, 'denied_success', denied.command)
}

const unreadable = Symbol('unreadable')
const maxLevels = 64

function jsonOf({ body, encoding }: RawAnswer): unknown {
  if (encoding !== null) return unreadable // we asked for no compression, and a small compressed answer may unpack to a huge one
  try {
    const json = parsedJson(body.toString('utf8'))
    return exceedsDepth(json, maxLevels) ? unreadable : json
  } catch {
    return unreadable
  }
}

function unknown({ status }: RawAnswer, code: string, detail: string): ServiceFailure {
  return new ServiceFailure({ proves: 'unknown', status, code, detail })
}

type SentRequest = Pick<ServiceRequest, 'operation' | 'merchant' | 'params' | 'body' | 'buyerId'>

/**
 * Throws a ServiceFailure where an answer names another buyer, subscription, token or order than it was asked about: something on the way
 * mixes up answers, so it proves nothing of a command and shows nothing of a read. Many answers name nobody, and those pass.
 */
function requireAboutRequested(request: SentRequest, answer: unknown): void {
  if (!isAboutAnother(request, answer)) return
  const { operation, merchant } = request
  log.warn({ operation: operation.name, merchant: merchant.code }, 'answer_about_another')
  dropConnections(merchant.code)
  const detail =
    operation.kind === 'command'
      ? 'The service’s answer is about another buyer, subscription, token or order, so we don’t know what happened here. Tell an admin.'
      : 'The service’s answer is about another buyer or subscription, so we didn’t show or store any of it. Try again. If it happens again, tell an admin.'
  throw new ServiceFailure({ proves: 'unknown', status: 200, code: 'answer_about_another', detail })
}

// What a command has set is compared with what was asked where the answer tells it under its documented name and as documented. Under another
// name, or in a form that can't be read, it must not pass as if nothing had been told.

/** The names under which an answer may tell a field, and whether it's what was asked; null where that can't be read. */
type Telling = { names: RegExp; same: (told: unknown, asked: unknown, name: string) => boolean | null }

const tellings: Readonly<Record<string, Telling>> = {
  autoChargeStatus: { names: /^autocharge(?:status)?$/, same: sameFlag },
  isEnabled: {
    names: /^(?:enabled|disabled)$/,
    same: (told, asked, name) => sameFlag(told, name === 'disabled' ? !asked : asked),
  },
  endDate: { names: /^(?:end|expiration)date$/, same: sameDay },
  product: { names: /^product(?:uu)?(?:id)?$/, same: sameProduct },
}

/** Whether a command's answer tells what it set in a way that can't be read, or under another name or elsewhere as something else than was asked. */
function isUnclear({ operation, body }: Pick<SentRequest, 'operation' | 'body'>, answer: unknown): boolean {
  const data = at(answer, 'data')
  return Object.entries(operation.sets?.(body as never) ?? {}).some(([field, asked]) =>
    partsOf(answer).some((part) =>
      Object.entries(part).some(([key, told]) =>
        isToldOtherwise(field, asked, { key, told, isInPlace: part === data && isReadAs(field, key, part) }),
      ),
    ),
  )
}

/** The field is read under our name, or under the service's other one where ours is missing. */
const isReadAs = (field: string, key: string, part: Record<string, unknown>) =>
  key === field || (spellings.get(key)?.ours === field && !Object.hasOwn(part, field))

type Told = { key: string; told: unknown; isInPlace: boolean }

/** In its documented place, under its name, another value is shown as a difference; nowhere else is it looked for. */
function isToldOtherwise(field: string, asked: unknown, { key, told, isInPlace }: Told): boolean {
  const telling = tellings[field]
  if (!telling?.names.test(plain(key)) || isNothing(told)) return false
  const isSame = telling.same(told, asked, plain(key))
  return isSame === null || (!isSame && !isInPlace)
}

const isNothing = (told: unknown) =>
  told === null || told === undefined || ['', 'null'].includes(word(told)) || (Array.isArray(told) && told.length === 0)

function sameFlag(told: unknown, asked: unknown): boolean | null {
  const flag = flagWords.get(word(told))
  return flag === undefined ? null : flag === asked
}

/** A day may be told in another zone than it was asked in. */
function sameDay(told: unknown, asked: unknown): boolean | null {
  if (typeof told === 'object') return null
  const [one, other] = [told, asked].map((each) => Date.parse(`${String(each).slice(0, 10)}T00:00:00Z`))
  const apart = Math.abs(Number(one) - Number(other))
  return Number.isNaN(apart) ? null : apart <= dayMs
}

function sameProduct(told: unknown, asked: unknown): boolean | null {
  if (Array.isArray(told)) return null
  const id = isObject(told) ? told.id : told
  return id === undefined || oneId(word(id)) === oneId(word(asked))
}
