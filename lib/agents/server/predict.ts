import 'server-only'
import { createHash } from 'node:crypto'
import { type CommandRequest, commandCall } from '@/lib/commands/server/command-call'
import { commandNamed } from '@/lib/commands/server/command-named'
import { effectHash } from '@/lib/commands/server/effect-hash'
import { predicted } from '@/lib/commands/server/predicted'
import { daysAfter } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { compare, subtract } from '@/lib/core/money'
import { invalid } from '@/lib/core/problem'
import type { DashboardRight } from '@/lib/core/roles'
import { holdsUnseen } from '@/lib/core/unseen'
import { database } from '@/lib/database/open'
import { canonical } from '@/lib/journal/crypto'
import type { Effect, KnownThing } from '@/lib/operations/effects/effect'
import { serviceDay } from '@/lib/operations/effects/renews-on'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { checked } from '@/lib/platform/request'
import type { NewRefund } from '@/lib/refunds/server/ask-refund'
import { requestsOf, sumOf } from '@/lib/refunds/server/ask-refund'
import { asReceived } from '@/lib/refunds/server/handlers'
import { serviceClock } from '@/lib/service/account-state'
import { refundRequest } from '../tools'
import type { ProposableVerb } from '../verbs'

/** What a machine wants done, checked: by which verb, to whom, with what. */
export type RequestedChange = { verb: ProposableVerb; params: Record<string, string>; body: unknown }
/** What it would do now, and the digest by which it is proposed and pressed. */
export type PredictedProposal = {
  effect: Effect
  hash: string
  known: KnownThing
  request: CommandRequest
  refund: Omit<NewRefund, 'id'> | null
}

/** What a person must be allowed to do to have it done. */
export const rightOf = ({ operation }: ProposableVerb): DashboardRight => operation?.right ?? 'requestRefund'

/** The reason that is sent along: to the service, or to whoever decides on a refund. Null for a verb that takes none. */
export const reasonIn = (body: unknown): string | null => (isObject(body) && typeof body.reason === 'string' ? body.reason : null)

const noAction = '00000000-0000-0000-0000-000000000000'

/** What it would do as everything is now. Throws `invalid` for what can't be done, and for what no machine may propose. */
export async function predictProposal(
  person: Person,
  merchant: Merchant,
  { verb, params, body }: RequestedChange,
): Promise<PredictedProposal> {
  requireInSight(body)
  if (verb.operation === null) return predictRefund(person, merchant, params, body)
  requireNotSoon(merchant, body)
  const request: CommandRequest = { merchant: merchant.code, params, body: ofBuyer(verb, params, withSwitch(verb, body)) }
  const call = await commandCall(commandNamed(verb.operation.name), request, { person, actionId: noAction, approved: true })
  if (call.renewalConfirmed)
    throw invalid([{ field: 'verb', title: 'This would renew, and so charge. Only a person can do that.' }])
  const { effect, known } = await predicted(call)
  requireKnown(verb, known)
  return {
    effect,
    known,
    hash: effectHash(call.requested, effect),
    // An order has no id in its path, so the buyer's is kept as it was given.
    request: { ...request, params: { ...params, ...call.params } },
    refund: null,
  }
}

/** Whoever presses sees all that is sent, so nothing of it may be hidden, or turn a line around. */
function requireInSight(body: unknown): void {
  if (!holdsUnseen(JSON.stringify(body) ?? '')) return
  throw invalid([{ field: 'body', title: 'Remove the characters that nobody sees' }])
}

/** Whoever presses sees one buyer beside what would change, so that must be known to be this buyer's. */
function requireKnown({ operation }: ProposableVerb, known: KnownThing): void {
  const isThing = operation?.target === 'subscription' || operation?.target === 'token'
  if (!isThing || Object.keys(known).length > 0) return
  const title = 'This buyer isn’t known to have this subscription or token. Call read_buyer, and use an id of its answer'
  throw invalid([{ field: operation.target === 'token' ? 'body.chargeMethodTokenId' : 'params.subscriptionId', title }])
}

/** Whoever turns a switch says which way in the body as well; the two must agree. */
function withSwitch({ to }: ProposableVerb, body: unknown): unknown {
  const isOther = to !== null && isObject(body) && Object.values(body).some((value) => typeof value === 'boolean' && value !== to)
  if (isOther) throw invalid([{ field: 'body', title: 'The verb and its body say different things' }])
  return body
}

/** An order names its buyer in its body, which must be the one in the path of every other verb. */
function ofBuyer({ operation }: ProposableVerb, { buyerId }: Record<string, string>, body: unknown): unknown {
  if (operation?.target !== 'order' || !isObject(body)) return body
  if (body.buyerId !== undefined && body.buyerId !== buyerId)
    throw invalid([{ field: 'body.buyerId', title: 'This is another buyer' }])
  return { ...body, buyerId }
}

const minDaysAhead = 2

/** No clock and no zone can make a day so far ahead today's, which would renew and so charge. */
function requireNotSoon(merchant: Merchant, body: unknown): void {
  if (!isObject(body) || typeof body.expirationDate !== 'string') return
  const least = daysAfter(serviceDay(Date.now(), serviceClock(merchant)), minDaysAhead)
  if (body.expirationDate >= least) return
  throw invalid([{ field: 'body.expirationDate', title: `Choose a day from ${least} on` }])
}

async function predictRefund(
  person: Person,
  merchant: Merchant,
  params: Record<string, string>,
  body: unknown,
): Promise<PredictedProposal> {
  const given = checked(refundRequest, body)
  const { buyerId = '' } = params
  const refund = await asReceived(person, merchant, { ...given, buyerId, ticket: null })
  const requests = await requestsOf(await database(), { merchant: merchant.code, chargeId: refund.charge.chargeId })
  const left = subtract(refund.charge.amount, sumOf(requests))
  const row = (field: string, label: string, before: string | null, after: string) => ({
    field,
    label,
    before,
    after,
    beforeAsOf: null,
    changes: true,
    expects: null,
  })
  const money = (amount: string) => `${amount} ${refund.currency}`
  const rows = [
    row('refund', 'Refund', 'none', money(refund.amount)),
    row('left', 'Left to refund', money(left), money(subtract(left, refund.amount))),
  ]
  const effect: Effect = {
    rows,
    later: [{ from: null, until: null, says: 'Finance decides on it. No money moves before that.', danger: false }],
    warnings: requests.some(({ amount }) => compare(amount, refund.amount) === 0)
      ? [`A refund of ${money(refund.amount)} was already requested for this charge. This would be another one.`]
      : [],
    undo: { possible: false, why: 'Finance can refuse the request.' },
    zone: merchant.timeZone,
  }
  const request = { merchant: merchant.code, params: { buyerId }, body: given }
  const facts = rows.map(({ field, before, after }) => [field, before, after])
  const hash = createHash('sha256')
    .update(canonical(['requestRefund', request, facts]))
    .digest('hex')
  // Whoever presses was shown what these leave, so nothing may come between.
  return { effect, known: {}, hash, request, refund: { ...refund, seen: requests.map(({ id }) => id) } }
}

/** Whether nothing would change, as far as is known. */
export const isSoAlready = ({ rows }: Effect): boolean => rows.length > 0 && rows.every(({ changes }) => !changes)
