import 'server-only'
import { oneId } from '@/lib/core/fold'
import { isObject } from '@/lib/core/json'
import { orderMark } from '@/lib/operations/create-initial-order/order-mark'
import type { Operation } from '@/lib/operations/declare/operation'
import { uuidForm } from '@/lib/operations/schemas/forms'

// Whether an answer speaks against itself: it says that it failed, or it's about somebody else.

// No success of the service's documents has an error or a message, or says that it worked (service-interface, Responses). Where one says
// that it didn't, something on the way made it or changed it.

/**
 * Whether the body of a success says itself that it is none, in whatever case and spelling. In a command's answer every part counts; in a
 * query's its top, its meta and the result of its data, since what it lists has errors and states of its own.
 */
export function deniesItself(body: unknown, kind: 'command' | 'query'): boolean {
  const metas = listed(at(body, 'meta'))
  const tops = [body, ...metas]
  return (
    tops.some((part) => saysFailure(part, atTop)) ||
    metas.some((meta) => typeof meta === 'string' && !isYes(meta)) ||
    (kind === 'command' ? partsOf(body).some((part) => saysFailure(part, inside)) : saysFailure(at(body, 'data'), inResult))
  )
}

/** The names that tell how it went in one place, and those that do with a number. */
type Ends = { words: RegExp; numbers: RegExp }
const atTop: Ends = {
  words: /^(?:status|statuscode|state|type|result|outcome|code)$/,
  numbers: /^(?:(?:http)?(?:status)?code|status)$/,
}
// The status and the state of an entity are its own: what it is, and not how it went.
const inside: Ends = { words: /^(?:result|outcome)$/, numbers: /^(?:http(?:status)?code|statuscode)$/ }
const inResult: Ends = { words: /^result$/, numbers: /^$/ }

function saysFailure(part: unknown, { words, numbers }: Ends): boolean {
  if (!isObject(part)) return false
  return Object.entries(part).some(([key, value]) => {
    const name = plain(key)
    if (trouble.test(name)) return isSomething(value)
    if (worked.test(name)) return !isYes(value)
    if (applied.test(name)) return no.has(word(value)) || isFailed(value)
    return (
      (words.test(name) && (isFailed(value) || value === false)) ||
      (numbers.test(name) && (/^[45]\d\d$/.test(word(value)) || (name === 'code' && /^[1-9]\d{3,}$/.test(word(value)))))
    )
  })
}

/** The objects in an answer, but for what is the merchant's own, what a subscription went through and what its product is. */
export function partsOf(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(partsOf)
  if (!isObject(value)) return []
  return [value, ...Object.entries(value).flatMap(([key, inner]) => (others.test(plain(key)) ? [] : partsOf(inner)))]
}
const others = /^(?:metadata|buyermeta|statusinfo|products?|freezedetails)$/

/** A name without its case, its dashes and what makes a question of it: `has_errors` is `errors`. A Cyrillic letter may stand for its twin (D34). */
export const plain = (name: string) =>
  name
    .replace(/[асеорху]/gi, (letter) => 'aceopxy'['асеорху'.indexOf(letter.toLowerCase())] ?? letter)
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
    .replace(/^(?:is|has|was)/, '')

const trouble =
  /^(?:(?:validation)?err(?:ors?)?(?:messages?|msgs?|descriptions?|codes?|types?|details?|reasons?)?|violations?|messages?|exceptions?|faults?|fail(?:ed|ures?)?(?:messages?|reasons?|codes?)?|(?:reject|declin|deni|refus)(?:ed|als?)|rejections?|(?:rejection|decline|denial|refusal)reasons?|unsuccessful)$/
const worked = /^(?:success(?:ful|fully)?|succeeded|ok|okay)$/
/** These may also hold when it was. */
const applied = /^(?:accepted|applied|processed|completed|executed|done)$/
const no: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', 'off'])
const failed: ReadonlySet<string> = new Set([
  'failed',
  'failure',
  'fail',
  'error',
  'rejected',
  'declined',
  'denied',
  'refused',
  'invalid',
  'unsuccessful',
  'aborted',
])

const isYes = (value: unknown) => /^(?:true|1|yes|y|on|ok|okay|success(?:ful)?|succeeded|done|null|2\d\d|)$/.test(word(value))

/** Whether a word says that something failed. */
export const isFailed = (value: unknown): boolean => failed.has(word(value))

/** The service writes flags and numbers as text, too. */
export const word = (value: unknown): string =>
  value !== null && typeof value === 'object' ? 'an object' : String(value).trim().toLowerCase()

/** For nothing the service may write the word null (service-facts D28). */
const isSomething = (value: unknown): boolean =>
  typeof value === 'object'
    ? Object.keys(value ?? {}).length > 0
    : value !== undefined && !['', 'null'].includes(word(value)) && !no.has(word(value))

export const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

export const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** Whether the body of a refusal says at the same time that the command was applied. */
export const affirmsItself = (body: unknown): boolean =>
  [body, ...listed(at(body, 'meta')), at(body, 'data')].some(
    (part) =>
      isObject(part) &&
      Object.entries(part).some(
        ([key, value]) => [worked, applied, ended].some((names) => names.test(plain(key))) && isSomething(value) && isYes(value),
      ),
  )
const ended = /^(?:(?:http)?status(?:code)?|state|result|outcome)$/

/** What was asked: of which operation, about whom and with what. */
export type Asked = {
  operation: Operation
  params: Readonly<Record<string, string>>
  body?: unknown
  /** The path of an order names no buyer. */
  buyerId?: string | undefined
}

/**
 * Whether an answer names another buyer, subscription, token, e-mail address or order than it was asked about, in whatever case and spelling. In
 * a command's answer every part counts; of a query's its top, its meta and what it lists. Many answers name nobody.
 */
export function isAboutAnother({ operation, params, body, buyerId = params.buyerId }: Asked, answer: unknown): boolean {
  const data = at(answer, 'data')
  const ofData = listed(data)
  const parts =
    operation.kind === 'command'
      ? partsOf(answer)
      : [answer, ...listed(at(answer, 'meta')), ...ofData, ...ofData.map((each) => at(each, 'subscription'))]
  const names = (kind: Kind, id: unknown) => parts.some((part) => groupsOf(part, kind).some((group) => isAnother(group, id)))
  const ids = isObject(data) ? Object.entries(data).filter(([key, value]) => /^(?:uu)?id$/.test(plain(key)) && isText(value)) : []
  const isOwn = (id: unknown) => !ids.some(([, value]) => differs(value, id))
  return (
    names('buyer', buyerId) ||
    names('subscription', params.subscriptionId) ||
    isAnotherThanFound({ operation, params, body, buyerId }, parts, data) ||
    (operation.target === 'subscription' && !isOwn(params.subscriptionId)) ||
    (operation.target === 'buyer' && !isOwn(buyerId)) ||
    (operation.target === 'token' && namesAnotherToken(parts, data, at(body, 'chargeMethodTokenId'))) ||
    parts.some((part) => marksIn(part).some((mark) => differs(mark, at(body, 'metaData', orderMark)))) ||
    pricesAnother(data, body)
  )
}

type Kind = 'buyer' | 'subscription' | 'chargemethodtoken' | 'token'

/** The ids under each name that something has for a kind of thing: `buyerId`, `buyer_uuid`, `buyer: {id}`, `buyers: [...]`. */
function groupsOf(part: unknown, kind: Kind): unknown[][] {
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([key, value]) => {
    const name = plain(key)
    if (!name.startsWith(kind)) return []
    const isId = /^(?:uu)?ids?$/.test(name.slice(kind.length))
    if (!isId && !/^s?$/.test(name.slice(kind.length))) return []
    return [
      listed(value).flatMap((each) =>
        isObject(each) ? [...named(each, 'id'), ...named(each, 'uuid')] : isId || isUuid(each) ? [each] : [],
      ),
    ]
  })
}

/** Whether the ids that stand under one name are all others: of several, one may be it. */
const isAnother = (group: unknown[], id: unknown) => group.length > 0 && group.every((each) => differs(each, id))

/** A token's id is a number: a uuid is a buyer's or a payment method's (service-facts 2.4). */
function namesAnotherToken(parts: unknown[], data: unknown, id: unknown): boolean {
  const kinds = ['chargemethodtoken', 'token'] as const
  const groups = parts.flatMap((part) => [
    ...kinds.flatMap((kind) => groupsOf(part, kind)),
    ...kinds.map((kind) => named(part, kind)),
  ])
  return [...groups, named(data, 'id')].some((group) => isAnother(group.filter(isNumber), id))
}

/**
 * Where a buyer is made or found, there's no id yet that could be compared: the answer names one buyer, though, and has the e-mail that was
 * asked for. So has an order. A changed e-mail is compared with the prediction where it has its own name.
 */
function isAnotherThanFound({ operation, params, body, buyerId }: Asked, parts: unknown[], data: unknown): boolean {
  const isForBuyer = buyerId === undefined && operation.target !== 'order'
  const isChange = operation.kind === 'command' && operation.target === 'buyer'
  const asked = params.email ?? at(body, ...(operation.target === 'email' || isChange ? [] : ['buyer']), 'email')
  const buyers = listed(data).flatMap((each) => groupsOf(each, 'buyer'))
  const emails = [...parts, ...listed(at(data, 'buyer'))].flatMap((part) => emailsIn(part, isChange && part === data))
  return (isForBuyer && buyers.some((group) => isAnother(group, at(data, 'id')))) || emails.some((each) => differs(each, asked))
}

function emailsIn(part: unknown, onlyUnusual: boolean): unknown[] {
  if (!isObject(part)) return []
  return Object.entries(part).flatMap(([key, value]) =>
    /^(?:(?:new|buyer)?e?mail(?:address)?)$/.test(plain(key)) && !(onlyUnusual && key === 'email')
      ? listed(value).flatMap((each) => (isObject(each) ? [...named(each, 'value'), ...named(each, 'address')] : [each]))
      : [],
  )
}

/** The marks of orders that something has in the merchant's own data. */
function marksIn(part: unknown): unknown[] {
  const maps = named(part, 'metadata').filter(isObject)
  return maps.flatMap((map) => named(map, plain(orderMark)))
}

/** Whether lines of bundles are for subscriptions that none was asked for. */
function pricesAnother(data: unknown, body: unknown): boolean {
  const priced = subscriptionsPriced(body)
  return subscriptionsPriced(data).some((each) => priced.every((asked) => differs(each, asked)))
}

const subscriptionsPriced = (bundled: unknown): string[] =>
  listed(at(bundled, 'bundles'))
    .flatMap((bundle) => listed(at(bundle, 'products')))
    .flatMap((line) => at(line, 'subscriptionId') ?? [])
    .filter(isText)

const isText = (value: unknown): value is string => typeof value === 'string'
const isUuid = (value: unknown) => isText(value) && uuidForm.pattern.test(oneId(value))
const isNumber = (id: unknown) => /^\d+$/.test(String(id))

/** What something has under a name, in whatever case and spelling, alone or in a list. */
const named = (thing: unknown, name: string): unknown[] =>
  isObject(thing) ? Object.entries(thing).flatMap(([key, value]) => (plain(key) === name ? listed(value) : [])) : []

/** Whether two things that are both named are two, in whatever spelling. */
export const differs = (named: unknown, asked: unknown) => {
  const [one, other] = [named, asked].map((id) => (typeof id === 'number' ? String(id) : id))
  return isText(one) && isText(other) && oneId(one) !== oneId(other)
}
