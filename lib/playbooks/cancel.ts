import { formatDay, serviceTime } from '@/lib/core/dates'
import type { ReplyPart } from '@/lib/core/reply-part'
import { hasEnded, outlookOn } from '@/lib/knowledge/subscription-words'
import { describeAccess } from '../operations/effects/known-subscription'
import type { Subscription } from '../operations/schemas/subscription'
import { chargeQuestion, chosenCharge, notLoaded } from './charge-choices'
import type { Choice, KnownOfTicket, Playbook, Question, Reply } from './playbook'
import { amountQuestion, isTaken, refundAct, refundGaps, refundParts } from './refund-steps'
import {
  isGone,
  nameToTell,
  offAct,
  offGaps,
  offParts,
  onlyOne,
  subscriptionChecks,
  subscriptionQuestion,
} from './subscription-steps'

/** They want to cancel: autocharge off, access until the end, and whether they want money back. */
export const cancel: Playbook = (known, answers) => {
  // An expired one may still renew, so it may be the one that is meant.
  const only = answers.has('subscription') ? null : onlyOne(known, (each) => !isGone(each))
  if (!only) return cancelOf(known, answers, answers.get('subscription'))
  return { ...cancelOf(known, answers, only.subscription.id), assumed: only.assumed }
}

function cancelOf(known: KnownOfTicket, answers: ReadonlyMap<string, string>, id: string | undefined): Question | Reply {
  if (id === undefined) return subscriptionQuestion(known)
  const subscription = known.subscriptions?.find((each) => each.id === id)
  if (!subscription) {
    const unread = id === 'none' ? null : known.missing.subscriptions
    if (unread === null) return refundOrReply(known, answers, { parts: [], acts: [], gaps: [noneNamed], planned: [] })
    return { name: 'autocharge', asks: unread, parts: [], checks: [], choices: [], actions: [] }
  }
  if (!answers.has('autocharge')) return turnItOff(subscription, known)
  if (answers.get('autocharge') === 'kept') return keptReply(subscription, known)
  const asPlanned = isGone(subscription) ? subscription : { ...subscription, autoChargeStatus: false }
  return refundOrReply(known, answers, {
    parts: offParts(subscription, known),
    gaps: offGaps(subscription),
    acts: [offAct(subscription)],
    planned: offParts(asPlanned, known),
  })
}

const noneNamed = 'You didn’t choose a subscription, so the reply doesn’t mention one.'

/** What there is to cancel. Of one that is over nothing is left but a renewal that may still come. */
function turnItOff(subscription: Subscription, known: KnownOfTicket): Question {
  const isOff = subscription.autoChargeStatus === false
  const end = serviceTime(subscription.endDate)?.day
  const step = {
    name: 'autocharge',
    checks: subscriptionChecks(subscription, known),
    preselected: 'off',
    actions: [],
    parts: [],
  }
  const wantsMoney: Choice = { answer: 'refund', words: isOff ? 'They want money back' : 'Yes, and they want money back' }
  if (isGone(subscription))
    return {
      ...step,
      asks: `This subscription is ${subscription.status} and can’t renew. There’s nothing to cancel.`,
      choices: [
        { answer: 'off', words: 'Continue', aside: 'Go to the reply' },
        { answer: 'refund', words: 'They want money back' },
      ],
    }
  const off: Choice = { answer: 'off', words: isOff ? 'Yes, it’s off' : 'Yes, turn it off' }
  if (subscription.status === 'expired')
    return {
      ...step,
      asks: `${describeExpired(subscription)} ${isOff ? 'Autocharge is off, so it won’t renew.' : `${mayRenew(subscription, known)} Turn off autocharge?`}`,
      choices: [
        isOff ? { answer: 'off', words: 'Continue', aside: 'Go to the reply' } : off,
        wantsMoney,
        { answer: 'kept', words: 'They want it back' },
      ],
    }
  return {
    ...step,
    asks: isOff
      ? 'Autocharge is already off. Is that all the customer needs?'
      : `Turn off autocharge? ${describeAccess(subscription, end ? formatDay(end) : 'the end date')}`,
    choices: [off, wantsMoney, { answer: 'kept', words: 'They’re keeping the subscription' }],
  }
}

function describeExpired({ endDate }: Subscription): string {
  const day = serviceTime(endDate)?.day
  return `This subscription expired${day ? ` on ${formatDay(day)}` : ''}, so there’s nothing to cancel.`
}

function mayRenew(subscription: Subscription, { enabled }: KnownOfTicket): string {
  if (subscription.autoChargeStatus === null) return 'We don’t know whether autocharge is on, so assume it may still renew.'
  return outlookOn(subscription, enabled) === 'fails'
    ? 'Autocharge is on, so it may still renew once a token is enabled.'
    : 'Autocharge is on, so it may still renew.'
}

function keptReply(subscription: Subscription, { enabled }: KnownOfTicket): Reply {
  const facts = { product: nameToTell(subscription) }
  if (hasEnded(subscription))
    return {
      parts: [{ key: 'ended', facts }],
      gaps: ['This subscription has ended. To get it back, the buyer has to pay for a new term.'],
      acts: [],
    }
  if (subscription.autoChargeStatus !== true)
    return { parts: [], acts: [], gaps: ['We couldn’t confirm that autocharge is on, so the reply doesn’t mention renewal.'] }
  if (subscription.product === null || subscription.endDate === null || subscription.status === '')
    return {
      parts: [],
      acts: [],
      gaps: ['We couldn’t confirm that the subscription is as it was, so the reply doesn’t mention it.'],
    }
  const fails = outlookOn(subscription, enabled) === 'fails'
  const needsMethod = fails ? [{ key: 'needsMethod' as const, facts: {} }] : []
  return { parts: [{ key: facts.product === null ? 'renewalOn' : 'kept', facts }, ...needsMethod], gaps: [], acts: [] }
}

const nothingRefunded = { key: 'nothingRefunded' as const, facts: {} }

/** What becomes of the subscription. `planned` is what the reply will say of it once all is done. */
type Off = Reply & { planned: ReplyPart[] }

/** Whether they want money back, too, and how much of which charge. */
function refundOrReply(
  known: KnownOfTicket,
  answers: ReadonlyMap<string, string>,
  { parts, gaps, acts, planned }: Off,
): Question | Reply {
  const answer = answers.get('charge')
  // Without a subscription nobody was asked yet whether they want money back.
  const isAsked = answers.get('autocharge') === 'refund' || !answers.has('autocharge')
  if (answer === undefined && isAsked) return { ...orNot(known, answers.has('autocharge')), parts: planned }
  const unread = notLoaded(known, answer)
  if (unread !== null) return { parts, acts, gaps: [...gaps, unread] }
  const chosen = chosenCharge(known, answer)
  if (!chosen) return { parts: [...parts, nothingRefunded], gaps, acts }
  const amount = answers.get('amount') ?? (answers.get('requested') === 'no' ? 'none' : undefined)
  if (amount === undefined && !isTaken(known, chosen)) return { ...amountQuestion(known, chosen), parts: planned }
  const requested = refundParts(known, chosen)
  if (amount === 'none') return { parts: [...parts, ...(requested.length > 0 ? requested : [nothingRefunded])], gaps, acts }
  const act = refundAct(known, chosen, {
    amount: amount ?? chosen.charge.amount,
    reason: 'Cancelled and didn’t want the renewal',
  })
  return { parts: [...parts, ...requested], gaps: [...gaps, ...refundGaps(known, chosen)], acts: [...acts, act] }
}

/** Which charge they want back; where they may want none, that comes first. */
function orNot(known: KnownOfTicket, wantsMoney: boolean): Omit<Question, 'parts'> {
  const asks = wantsMoney ? 'Which charge should be refunded?' : 'Do they want a refund? For which charge?'
  const question = chargeQuestion(known, { asks, refunds: true })
  if (wantsMoney) return question
  return { ...question, preselected: 'no', choices: [{ answer: 'no', words: 'No, just cancel' }, ...question.choices] }
}
