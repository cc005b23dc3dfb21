import 'server-only'
import type * as z from 'zod/mini'
import { exceedsDepth, isObject, parsedJson } from '@/lib/core/json'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import type { AnswerOf, Operation } from '@/lib/operations/declare/operation'
import { inOurSpelling, nothing } from '@/lib/operations/schemas/tolerant'
import { log } from '@/lib/platform/log'
import { dropConnections } from './connections'
import { refusalOf, ServiceFailure } from './failure'
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
  if (answer.status === 206)
    throw unknown(answer, 'partial_answer', 'The service sent only part of its answer, so we can’t rely on it.')
  const expectsNothing = (operation.answer as z.ZodMiniType) === nothing
  if (expectsNothing && answer.status === 204) return undefined as AnswerOf<O>
  if (json === unreadable) throw unknown(answer, 'bad_json', 'The service’s answer wasn’t valid JSON.')
  const said = inOurSpelling(json)
  requireAboutRequested(request, said)
  if (deniesItself(said)) throw unknown(answer, 'denied_success', denied[operation.kind])
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

const denied = {
  command: 'The service’s answer says both that it worked and that it failed, so we don’t know whether it was applied.',
  query: 'The service’s answer says that it failed, so we didn’t show or store any of it. Try again.',
} as const

/**
 * Whether the body of a success says itself that it is none: at its top, in its data or in its meta, in whatever case and spelling. No success
 * of the documents has an error or a message, so it counts whatever that says. The status and the type of data are the entity's own: what it
 * is, and not how it went.
 */
function deniesItself(body: unknown): boolean {
  const metas = listed(at(body, 'meta'))
  return (
    [body, ...metas].some((part) => saysFailure(part, ['status', 'statuscode', 'type', 'result'])) ||
    metas.some((meta) => typeof meta === 'string' && failure.test(meta)) ||
    saysFailure(at(body, 'data'), ['result'])
  )
}

/** `ends` are the names that tell how it went here. */
function saysFailure(part: unknown, ends: readonly string[]): boolean {
  if (!isObject(part)) return false
  return Object.entries(part).some(([key, value]) => {
    const name = plain(key)
    if (trouble.test(name)) return isSomething(value)
    const said = word(value)
    if (yes.test(name)) return no.has(said) || failed.has(said)
    return ends.includes(name) && (failed.has(said) || (name.startsWith('status') && /^[45]\d\d$/.test(said)))
  })
}

/** A name without its case, its dashes and what makes a question of it: `has_errors` is `errors`. */
const plain = (name: string) =>
  name
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
    .replace(/^(?:is|has)/, '')

const trouble =
  /^(?:errors?|error(?:message|description|code|type|details?)|violations?|messages?|exception|fault|fail(?:ed|ure)|rejected)$/
const yes = /^(?:success(?:ful)?|succeeded|ok)$/
const failure = /fail|error|invalid|refuse|reject|denied/i
const no: ReadonlySet<string> = new Set(['false', '0', 'no'])
const failed: ReadonlySet<string> = new Set(['failed', 'failure', 'fail', 'error'])

/** The service writes flags and numbers as text, too. */
const word = (value: unknown): string => (typeof value === 'object' ? '' : String(value).trim().toLowerCase())

/** For nothing the service may write the word null (service-facts D28). */
const isSomething = (value: unknown): boolean =>
  typeof value === 'object'
    ? Object.keys(value ?? {}).length > 0
    : value !== undefined && !['', 'null'].includes(word(value)) && !no.has(word(value))

/**
 * Where an operation has no answer of its own, the service's envelope is a success, too (F12), if it says nothing but yes, or names the buyer.
 * Whatever else comes with a 2xx may be a gateway's page.
 */
function isOwnSuccess(json: unknown, buyerId: string | undefined): boolean {
  if (!isObject(json) || !('data' in json)) return false
  if (Object.keys(json).some((key) => key !== 'data' && key !== 'meta')) return false
  const { data } = json
  const said = Array.isArray(data) ? data : isObject(data) ? Object.values(data) : [data]
  if (said.every((each) => each === null || each === true)) return true
  if (failed.has(word(at(data, 'status')))) return false
  return [at(data, 'buyerId'), at(data, 'id')].some((named) => typeof named === 'string' && !differs(named, buyerId))
}

/** What is told of the thing though no answer is due; undefined where that is nothing. */
function toldAnyway({ mayTell }: Operation, said: unknown): unknown {
  const told = mayTell?.safeParse(said).data
  return Object.values(at(told, 'data') ?? {}).some((value) => value !== null) ? told : undefined
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

function isAboutAnother({ operation, params, body, buyerId = params.buyerId }: SentRequest, answer: unknown): boolean {
  const data = at(answer, 'data')
  const priced = subscriptionsPriced(body)
  return (
    [answer, ...listed(at(answer, 'meta')), ...listed(data)].some((each) =>
      buyersIn(each).some((named) => differs(named, buyerId)),
    ) ||
    isAnotherThanFound({ operation, params, body, buyerId }, data) ||
    [at(data, 'subscriptionId'), at(data, 'subscription', 'id')].some((named) => differs(named, params.subscriptionId)) ||
    (operation.target === 'subscription' && differs(at(data, 'id'), params.subscriptionId)) ||
    (operation.target === 'token' && tokensIn(data).some((named) => differs(named, at(body, 'chargeMethodTokenId')))) ||
    (operation.target === 'buyer' && differs(at(data, 'id'), buyerId)) ||
    differs(at(data, 'params', 'metaData', orderMark), at(body, 'metaData', orderMark)) ||
    subscriptionsPriced(data).some((named) => priced.every((each) => differs(named, each)))
  )
}

type Asked = Pick<SentRequest, 'operation' | 'params' | 'body' | 'buyerId'>

/**
 * Where a buyer is made or found, there's no id yet that could be compared: the answer names one buyer, though, and has the e-mail that was
 * asked for. So has an order.
 */
function isAnotherThanFound({ operation, params, body, buyerId }: Asked, data: unknown): boolean {
  const asked = params.email ?? at(body, ...(operation.target === 'email' ? [] : ['buyer']), 'email')
  const isForBuyer = buyerId === undefined && operation.target !== 'order'
  return (
    (isForBuyer && buyersIn(data).some((named) => differs(named, at(data, 'id')))) ||
    [...named(data, 'email'), ...named(data, 'buyeremail'), at(data, 'buyer', 'email')].some((each) => differs(each, asked))
  )
}

/** The buyers that something names as its own: by their ids, or as what it is of. */
const buyersIn = (thing: unknown): unknown[] => [
  ...named(thing, 'buyerid'),
  ...named(thing, 'buyer').flatMap((buyer) =>
    isObject(buyer) ? [at(buyer, 'id'), ...named(buyer, 'buyerid')] : isUuid(buyer) ? [buyer] : [],
  ),
]

const isUuid = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** The tokens that something names. Its id is one where it's a number: a uuid is a buyer's or a payment method's (service-facts 2.4). */
const tokensIn = (thing: unknown): unknown[] => [
  ...named(thing, 'chargemethodtokenid'),
  ...named(thing, 'tokenid'),
  ...[...named(thing, 'token').flatMap((token) => (isObject(token) ? at(token, 'id') : token)), at(thing, 'id')].filter(isNumber),
]

const isNumber = (id: unknown) => /^\d+$/.test(String(id))

/** What something has under a name, in whatever case and spelling, alone or in a list. */
const named = (thing: unknown, name: string): unknown[] =>
  isObject(thing) ? Object.entries(thing).flatMap(([key, value]) => (plain(key) === name ? listed(value) : [])) : []

/** The subscriptions that the lines of some bundles are for. */
const subscriptionsPriced = (bundled: unknown): string[] =>
  listed(at(bundled, 'bundles'))
    .flatMap((bundle) => listed(at(bundle, 'products')))
    .flatMap((line) => at(line, 'subscriptionId') ?? [])
    .filter((id) => typeof id === 'string')

/** Whether two things that are both named are two. */
const differs = (named: unknown, asked: unknown) => {
  const [one, other] = [named, asked].map((id) => (typeof id === 'number' ? String(id) : id))
  return typeof one === 'string' && typeof other === 'string' && one.toLowerCase() !== other.toLowerCase()
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)
