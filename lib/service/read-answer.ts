import 'server-only'
import type * as z from 'zod/mini'
import { exceedsDepth, isObject, parsedJson } from '@/lib/core/json'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import { inOurSpelling, nothing } from '@/lib/operations/schemas/tolerant'
import { log } from '@/lib/platform/log'
import { dropConnections } from './connections'
import { errorIn, refusalOf, ServiceFailure } from './failure'
import type { ServiceRequest } from './transport'

/** An answer as it came over the wire. */
export type RawAnswer<B = Buffer> = {
  status: number
  body: B
  encoding: string | null
  retryAfter: number | null
  clockDifference: number | null
}

/**
 * The one place where a body is read: JSON, our spelling, whether it's about what was asked, the operation's schema. Throws a ServiceFailure.
 */
export function readAnswer<O extends Operation>(request: SentRequest & { operation: O }, answer: RawAnswer): AnswerOf<O> {
  const { operation } = request
  const json = jsonOf(answer)
  if (answer.status < 200 || answer.status > 299) throw new ServiceFailure(refusalOf(answer, json))
  const expectsNothing = (operation.answer as z.ZodMiniType) === nothing
  if (expectsNothing && answer.status === 204) return undefined as AnswerOf<O>
  if (json === unreadable) throw unknown(answer, 'bad_json', 'The service’s answer wasn’t valid JSON.')
  const said = inOurSpelling(json)
  requireAboutRequested(request, said)
  if (expectsNothing) {
    if (!isOwnSuccess(said, request.params.buyerId))
      throw unknown(answer, 'shape_mismatch', 'The service’s answer isn’t one that its documents describe.')
    log.warn({ operation: operation.name, status: answer.status }, 'unexpected_success')
    return undefined as AnswerOf<O>
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

/**
 * Where an operation has no answer of its own, the service's envelope is a success, too (F12), if it says nothing but yes, or names the buyer.
 * Whatever else comes with a 2xx may be a gateway's page, or say that it failed.
 */
function isOwnSuccess(json: unknown, buyerId: string | undefined): boolean {
  if (errorIn(json) !== null || !isObject(json) || !('data' in json)) return false
  if (Object.keys(json).some((key) => key !== 'data' && key !== 'meta')) return false
  const { data } = json
  const said = Array.isArray(data) ? data : isObject(data) ? Object.values(data) : [data]
  if (said.every((each) => each === null || each === true)) return true
  if (at(data, 'success') === false || failing.some((key) => at(data, key) != null)) return false
  return [at(data, 'buyerId'), at(data, 'id')].some((named) => typeof named === 'string' && !differs(named, buyerId))
}

/** What says within an envelope that something went wrong, whoever it names. */
const failing = ['error', 'errors', 'message', 'violations']

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

type SentRequest = Pick<ServiceRequest, 'operation' | 'merchant' | 'params' | 'body'>

/**
 * Throws a ServiceFailure where an answer names another buyer, subscription or order than it was asked about: something on the way mixes
 * up answers, so it proves nothing of a command and shows nothing of a read. Many answers name nobody, and those pass.
 */
function requireAboutRequested(request: SentRequest, answer: unknown): void {
  if (!isAboutAnother(request, answer)) return
  const { operation, merchant } = request
  log.warn({ operation: operation.name, merchant: merchant.code }, 'answer_about_another')
  dropConnections(merchant.code)
  const detail =
    operation.kind === 'command'
      ? 'The service’s answer is about another buyer, subscription or order, so we don’t know what happened here. Tell an admin.'
      : 'The service’s answer is about another buyer or subscription, so we didn’t show or store any of it. Try again. If it happens again, tell an admin.'
  throw new ServiceFailure({ proves: 'unknown', status: 200, code: 'answer_about_another', detail })
}

function isAboutAnother({ operation, params, body }: SentRequest, answer: unknown): boolean {
  const data = at(answer, 'data')
  const mark = at(body, 'metaData', orderMark)
  const priced = subscriptionsPriced(body)
  // A buyer that was just created has no id yet that could be compared, but is nobody's subscription and has the e-mail that was asked for.
  const isAnotherThanMade =
    operation.target === 'email' &&
    params.buyerId === undefined &&
    (differs(at(data, 'buyerId'), at(data, 'id')) || differs(at(data, 'email'), at(body, 'email')))
  return (
    isAnotherThanMade ||
    listed(data).some((each) => differs(at(each, 'buyerId'), params.buyerId)) ||
    (operation.target === 'subscription' && differs(at(data, 'id'), params.subscriptionId)) ||
    differs(at(data, 'params', 'metaData', orderMark), mark) ||
    subscriptionsPriced(data).some((named) => priced.every((each) => differs(named, each)))
  )
}

/** The subscriptions that the lines of some bundles are for. */
const subscriptionsPriced = (bundled: unknown): string[] =>
  listed(at(bundled, 'bundles'))
    .flatMap((bundle) => listed(at(bundle, 'products')))
    .flatMap((line) => at(line, 'subscriptionId') ?? [])
    .filter((id) => typeof id === 'string')

const differs = (named: unknown, asked: unknown) =>
  typeof named === 'string' && typeof asked === 'string' && named.toLowerCase() !== asked.toLowerCase()

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
