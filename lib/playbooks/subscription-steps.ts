import { verbSetting } from '@/lib/commands/verb-words'
import { formatDay, momentOf, serviceTime } from '@/lib/core/dates'
import type { ReplyPart } from '@/lib/core/reply-part'
import { hasEnded, outlookOn } from '@/lib/knowledge/subscription-words'
import { isForCustomers } from '@/lib/replies/reply'
import type { Order } from '../operations/schemas/charge-history'
import type { Subscription } from '../operations/schemas/subscription'
import type { Act, Assumed, Check, Choice, KnownOfTicket, Question } from './playbook'

/** Null where its plan isn't known: a piece of its id would say nothing in a sentence. */
export const nameOf = ({ product }: Subscription): string | null => product?.name ?? product?.code ?? null

/** What a customer may know it by; null where the service names nothing. */
export const nameToTell = ({ product }: Subscription): string | null =>
  [product?.name, product?.code].find((name) => name && isForCustomers(name)) ?? null

/** Ended for good: the service renews it no more (service-facts 2.3). An expired one may still renew. */
export const isGone = ({ status }: Subscription): boolean => status === 'disabled' || status === 'suspended'

/** Subscriptions as choices, those that still run first: a ticket may be about one that is over. */
function subscriptionChoices({ subscriptions, missing }: KnownOfTicket): Choice[] {
  const all = (subscriptions ?? []).toSorted((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)))
  return [
    ...all.map((subscription) => ({
      answer: subscription.id,
      words: nameOf(subscription) ?? `Subscription ${subscription.id.slice(0, 8)}…`, // several are told apart by it
      aside: [subscription.status, isGone(subscription) ? null : `autocharge ${describeFlag(subscription)}`]
        .filter(Boolean)
        .join(', '),
    })),
    {
      answer: 'none',
      words: subscriptions === null ? 'Continue without one' : 'None of these',
      aside: missing.subscriptions ?? '',
    },
  ]
}

/** Where only one subscription can be meant, and it runs, nobody needs to be asked which. */
export function onlyOne(
  { subscriptions }: KnownOfTicket,
  mayBeMeant: (subscription: Subscription) => boolean,
): { subscription: Subscription; assumed: Assumed[] } | null {
  const [subscription, ...more] = (subscriptions ?? []).filter(mayBeMeant)
  if (!subscription || more.length > 0 || hasEnded(subscription)) return null
  const name = nameOf(subscription)
  const says = `${name === null ? 'The' : `${name}, the`} only one that ${subscription.status === '' ? 'may not have' : 'hasn’t'} ended.`
  return { subscription, assumed: [{ name: 'subscription', says }] }
}

/** Asks which subscription it is about. */
export function subscriptionQuestion(known: KnownOfTicket): Question {
  const isListed = known.subscriptions !== null
  const running = (known.subscriptions ?? []).filter((each) => !hasEnded(each))
  const says = known.missing.subscriptions ?? (isListed ? null : 'this merchant account can’t list them')
  return {
    name: 'subscription',
    asks: 'Which subscription?',
    choices: subscriptionChoices(known),
    checks: says === null ? [] : [{ term: 'Subscriptions', says, look: true }],
    preselected: running.length === 1 ? running[0]?.id : undefined,
    actions: isListed ? [] : [{ kind: 'by-id' }],
    parts: [],
  }
}

/** What is known of autocharge and of the end, as of the last read. */
export function subscriptionChecks(subscription: Subscription, { enabled }: KnownOfTicket): Check[] {
  const end = serviceTime(subscription.endDate)?.day
  const fails = outlookOn(subscription, enabled) === 'fails' && !isGone(subscription)
  return [
    { term: 'Subscription', says: `${nameOf(subscription) ?? 'plan unknown'}, ${subscription.status || 'status unknown'}` },
    {
      term: 'Autocharge',
      says: fails ? `${describeFlag(subscription)}, with no active token. Expect a charge to fail.` : describeFlag(subscription),
      ...(subscription.autoChargeStatus !== false && { look: true as const }),
    },
    { term: hasEnded(subscription) ? 'End date' : 'Ends', says: end ? formatDay(end) : 'unknown' },
  ]
}

const describeFlag = ({ autoChargeStatus }: Subscription) =>
  autoChargeStatus === null ? 'unknown' : autoChargeStatus ? 'on' : 'off'

/** Those of what an order sold that are not over for good. */
export function soldBy({ subscriptions }: KnownOfTicket, order: Order): Subscription[] {
  const ids = order.products.map(({ id }) => id)
  return (subscriptions ?? []).filter((each) => !isGone(each) && each.product !== null && ids.includes(each.product.id))
}

/** The subscription of what an order sold that isn't known to have autocharge off: what may charge again. */
export const chargesAgain = (known: KnownOfTicket, order: Order): Subscription | undefined =>
  soldBy(known, order).find((each) => each.autoChargeStatus !== false)

/** Why it isn't known which subscriptions an order sold, as a sentence; null where it is. */
export const unknownPlan = ({ subscriptions }: KnownOfTicket): string | null =>
  subscriptions?.some((each) => !isGone(each) && each.product === null && each.autoChargeStatus !== false)
    ? 'We don’t know the plan of every subscription, and one may charge again.'
    : null

/** Turns autocharge off at the end of the steps, with nothing to do where it is off, or the subscription is over for good. */
export const offAct = (subscription: Subscription): Act => ({
  key: `off ${subscription.id}`,
  kind: 'command',
  verb: verbSetting('subscription', { fact: 'autoChargeStatus', to: false }),
  subscription,
  values: { reason: 'Requested by buyer' },
  nothing: isGone(subscription)
    ? `The subscription is ${subscription.status} and can’t renew.`
    : subscription.autoChargeStatus === false
      ? 'Autocharge is already off.'
      : null,
})

/** What may be said of a subscription that is to end: that it has, that it renews no more, until when it can be used. */
export function offParts(subscription: Subscription, { now }: KnownOfTicket): ReplyPart[] {
  const facts = { product: nameToTell(subscription), until: subscription.endDate }
  const isOff = subscription.autoChargeStatus === false
  const offKey: ReplyPart['key'] = facts.product === null ? 'renewalOff' : 'renewsNoMore'
  const end = momentOf(subscription.endDate)
  return [
    ...(hasEnded(subscription) ? [{ key: 'ended' as const, facts }] : []),
    ...(isOff && !isGone(subscription) ? [{ key: offKey, facts }] : []),
    ...(isOff && subscription.status === 'active' && end !== null && end > now ? [{ key: 'accessUntil' as const, facts }] : []),
  ]
}

/** What the reply leaves out of a subscription that is not known to be off. */
export const offGaps = (subscription: Subscription): string[] =>
  subscription.autoChargeStatus === false || isGone(subscription) ? [] : [stillOn(subscription)]

export const stillOn = (subscription: Subscription): string =>
  `We couldn’t confirm that autocharge is off for ${nameOf(subscription) ?? 'the subscription'}, so the reply doesn’t mention it.`
