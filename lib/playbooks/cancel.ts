import { dayWords, serviceTime } from '@/lib/core/dates'
import { hasEnded, outlookOn } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '../operations/schemas/subscription'
import { chosenCharge, historyChecks, notLoaded, receivedChoices } from './charge-choices'
import type { KnownOfTicket, Playbook, Question, Reply } from './playbook'
import { refundGaps, refundParts, refundQuestion } from './refund-steps'
import { isGone, nameOf, offGaps, offParts, subscriptionChecks, subscriptionChoices, turnOff } from './subscription-steps'

/** They want to cancel: autocharge off, access until the end, and whether they want money back. */
export const cancel: Playbook = (known, answers) => {
  const subscriptionId = answers.get('subscription')
  if (subscriptionId === undefined) return whichOne(known)
  const subscription = known.subscriptions?.find(({ id }) => id === subscriptionId)
  const unread = subscription || subscriptionId === 'none' ? null : known.missing.subscriptions
  if (unread !== null) return { name: 'autocharge', asks: unread, checks: [], choices: [], actions: [] }
  if (subscription && !answers.has('autocharge')) return turnItOff(subscription, known)
  if (subscription && answers.get('autocharge') === 'kept') return keptReply(subscription, known)
  if (!answers.has('charge'))
    return {
      name: 'charge',
      asks: 'Do they want a refund? For which charge?',
      checks: historyChecks(known),
      actions: [],
      choices: [{ answer: 'no', words: 'No, just cancel' }, ...receivedChoices(known)],
    }
  const suggested = subscription && { parts: offParts(subscription, known), gaps: offGaps(subscription) }
  return refundOrReply(known, answers, suggested ?? noneNamed)
}

function whichOne(known: KnownOfTicket): Question {
  const isListed = known.subscriptions !== null
  const says = known.missing.subscriptions ?? (isListed ? null : 'this merchant account can’t list them')
  return {
    name: 'subscription',
    asks: 'Which subscription?',
    choices: subscriptionChoices(known),
    checks: says === null ? [] : [{ term: 'Subscriptions', says, look: true }],
    actions: isListed ? [] : [{ kind: 'by-id' }],
  }
}

/** What there is to cancel. Of one that is over nothing is left but a renewal that may still come. */
function turnItOff(subscription: Subscription, known: KnownOfTicket): Question {
  const isOff = subscription.autoChargeStatus === false
  const rest = { name: 'autocharge', checks: subscriptionChecks(subscription, known) }
  if (isGone(subscription))
    return {
      ...rest,
      asks: `This subscription is ${subscription.status} and can’t renew. There’s nothing to cancel.`,
      actions: [],
      choices: [{ answer: 'off', words: 'Continue', aside: 'To a refund, or to the reply' }],
    }
  if (subscription.status === 'expired')
    return {
      ...rest,
      asks: `${expiredWords(subscription)} ${isOff ? 'Autocharge is off, so it won’t renew.' : `${mayRenew(subscription, known)} Turn off autocharge. Is it off now?`}`,
      choices: [
        { answer: 'off', words: isOff ? 'Continue' : 'Yes, it’s off', aside: 'To a refund, or to the reply' },
        { answer: 'kept', words: 'They want it back' },
      ],
      actions: isOff ? [] : [turnOff(subscription)],
    }
  return {
    ...rest,
    asks: isOff
      ? 'Autocharge is already off. Is that all the customer needs?'
      : 'Turn off autocharge. The buyer keeps access until the end date. Is it off now?',
    choices: [
      { answer: 'off', words: 'Yes, it’s off' },
      { answer: 'kept', words: 'They’re keeping the subscription' },
    ],
    actions: isOff ? [] : [turnOff(subscription)],
  }
}

function expiredWords({ endDate }: Subscription): string {
  const day = serviceTime(endDate)?.day
  return `This subscription expired${day ? ` on ${dayWords(day)}` : ''}, so there’s nothing to cancel.`
}

function mayRenew(subscription: Subscription, { enabled }: KnownOfTicket): string {
  if (subscription.autoChargeStatus === null) return 'We don’t know whether autocharge is on, so assume it may still renew.'
  return outlookOn(subscription, enabled) === 'fails'
    ? 'Autocharge is on, so it may still renew once a token is enabled.'
    : 'Autocharge is on, so it may still renew.'
}

function keptReply(subscription: Subscription, { enabled }: KnownOfTicket): Reply {
  const facts = { product: nameOf(subscription) }
  if (hasEnded(subscription))
    return {
      parts: [{ key: 'ended', facts }],
      gaps: ['This subscription is over. To have it again, the buyer has to pay for a new term.'],
    }
  if (subscription.autoChargeStatus !== true)
    return { parts: [], gaps: ['We couldn’t confirm that autocharge is on, so the reply doesn’t mention renewal.'] }
  const fails = outlookOn(subscription, enabled) === 'fails'
  return { parts: [{ key: 'kept', facts }, ...(fails ? [{ key: 'needsMethod' as const, facts: {} }] : [])], gaps: [] }
}

const noneNamed: Reply = { parts: [], gaps: ['You didn’t choose a subscription, so the reply doesn’t mention one.'] }

function refundOrReply(known: KnownOfTicket, answers: ReadonlyMap<string, string>, { parts, gaps }: Reply): ReturnType<Playbook> {
  const chosen = chosenCharge(known, answers.get('charge'))
  const unread = notLoaded(known, answers.get('charge'))
  if (unread !== null) return { parts, gaps: [...gaps, unread] }
  if (!chosen) return { parts: [...parts, { key: 'nothingRefunded', facts: {} }], gaps }
  if (!answers.has('requested')) return refundQuestion(known, chosen, 'Cancelled and didn’t want the renewal')
  const replyParts = refundParts(known, chosen)
  if (answers.get('requested') === 'yes')
    return { parts: [...parts, ...replyParts], gaps: [...gaps, ...refundGaps(known, chosen)] }
  return { parts: [...parts, ...(replyParts.length > 0 ? replyParts : [{ key: 'nothingRefunded' as const, facts: {} }])], gaps }
}
