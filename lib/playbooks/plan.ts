import { verbPricedAs } from '@/lib/commands/verb-words'
import { isSameId } from '@/lib/core/fold'
import { hasEnded } from '@/lib/knowledge/subscription-words'
import { isSameTerm, type Plan, planName, priceDifference } from '@/lib/prices/lower-plans'
import { hasTargets, priceActions } from '@/lib/prices/workbench'
import { lastPaidByProduct } from '../charges/last-paid'
import { formatMoney } from '../charges/money-words'
import type { Subscription } from '../operations/schemas/subscription'
import type { Choice, KnownOfTicket, Playbook, Question, Reply } from './playbook'
import { nameOf, nameToTell, onlyOne, subscriptionChecks, subscriptionQuestion } from './subscription-steps'

/** They want a cheaper plan: which subscription, and which of the lower plans that the service lists for it. */
export const plan: Playbook = (known, answers) => {
  const only = answers.has('subscription') ? null : onlyOne(known, (each) => !hasEnded(each))
  if (only) return { ...planOf(known, answers, only.subscription), assumed: only.assumed }
  const id = answers.get('subscription')
  if (id === undefined) return subscriptionQuestion(known)
  const subscription = known.subscriptions?.find((each) => each.id === id)
  if (subscription && !hasEnded(subscription)) return planOf(known, answers, subscription)
  const none = 'There’s no running subscription to move to a lower plan, so there’s no reply to suggest.'
  return { parts: [], acts: [], gaps: [(subscription ? null : known.missing.subscriptions) ?? none] }
}

/** The verb that moves a subscription to one of the plans that the service lists for it. */
const [verb] = priceActions.filter(hasTargets).flatMap((action) => verbPricedAs(action) ?? [])

function planOf(known: KnownOfTicket, answers: ReadonlyMap<string, string>, subscription: Subscription): Question | Reply {
  const answer = answers.get('plan')
  if (answer === undefined) return planQuestion(known, subscription)
  const isOn = isSameId(subscription.product?.id, answer)
  const listed = listedFor(known, subscription)?.plans.find(({ id }) => id === answer)
  const name = isOn ? (nameOf(subscription) ?? 'this plan') : listed && planName(listed)
  if (answer === 'none' || name === undefined)
    return { parts: [], acts: [], gaps: ['You didn’t choose a listed plan, so the reply doesn’t mention one.'] }
  const nothing = isOn ? 'The subscription is already on this plan.' : null
  const key = `plan ${subscription.id}`
  return {
    parts: isOn ? [{ key: 'planMoved', facts: { product: nameToTell(subscription) } }] : [],
    gaps: isOn ? [] : [notOn(subscription, name)],
    acts: verb === undefined ? [] : [{ key, kind: 'command', verb, subscription, values: { productId: answer }, nothing }],
  }
}

const notOn = ({ product }: Subscription, name: string) =>
  product === null
    ? `We couldn’t confirm that the subscription is on ${name}, so the reply doesn’t mention it.`
    : `The subscription isn’t on ${name} yet, so the reply doesn’t mention it.`

const listedFor = ({ plans }: KnownOfTicket, { id }: Subscription) => plans.get(id)

/** Asks for the plan. Where the service lists none, its dialog takes a product id. */
function planQuestion(known: KnownOfTicket, subscription: Subscription): Question {
  const listed = listedFor(known, subscription)
  // Nobody should choose to go without a plan, or press where another choice is about to come, before the plans are there.
  const isComing = listed === undefined && known.isReadingPlans
  const missing = isComing ? 'loading…' : listed === undefined ? 'not loaded' : 'the service lists none for this subscription'
  const isEmpty = !listed || listed.plans.length === 0
  return {
    name: 'plan',
    asks: 'Which plan do they want?',
    checks: [
      ...subscriptionChecks(subscription, known),
      ...(isEmpty ? [{ term: 'Lower plans', says: missing, look: true as const }] : []),
    ],
    choices: isComing
      ? []
      : [
          ...(listed?.plans ?? []).map((each) =>
            choiceOf(known, { subscription, plan: each, currency: listed?.currency ?? null }),
          ),
          { answer: 'none', words: isEmpty ? 'Continue without one' : 'None of these' },
        ],
    actions: isEmpty && !isComing && verb !== undefined ? [{ kind: 'command', verb, subscription }] : [],
    parts: [],
  }
}

type Priced = { subscription: Subscription; plan: Plan; currency: string | null }

/** A plan with its price, and how that differs from what was last paid for the same term; for another, what it is a month. */
function choiceOf({ orders }: KnownOfTicket, { subscription, plan, currency }: Priced): Choice {
  const paid = lastPaidByProduct(orders).get(subscription.product?.id ?? '')
  const before = { amount: paid?.amount ?? null, currency: paid?.currency ?? null }
  const compared = isSameTerm(plan, subscription.product?.durationMonths)
    ? describeDifference(priceDifference(before, { amount: plan.price, currency }))
    : plan.monthly === null || plan.months === 1
      ? undefined
      : `${formatMoney(plan.monthly, currency)} a month`
  return {
    answer: plan.id,
    words: planName(plan),
    ...(plan.price !== null && currency !== null && { amount: { amount: plan.price, currency } }),
    aside: plan.price === null ? 'the price isn’t known' : compared,
  }
}

const describeDifference = (difference: string | null) =>
  difference === null ? undefined : `${difference} ${difference.startsWith('same') ? 'as' : 'than'} last paid`
