import { methodName } from '@/lib/charges/payment-method-words'
import { describeDecline } from '../charges/decline-words'
import { factsOf } from '../charges/order-facts'
import { chosenCharge, factsOfCharge, historyChecks, lostChoices, notLoaded } from './charge-choices'
import type { Check, KnownOfTicket, Playbook, Question, Reply } from './playbook'
import { offAct, offParts, soldBy, stillOn, subscriptionChecks, unknownPlan } from './subscription-steps'

/** A renewal failed: why, and what the buyer can do now. */
export const renewal: Playbook = (known, answers) => {
  if (!answers.has('order'))
    return {
      name: 'order',
      asks: 'Which payment failed?',
      checks: historyChecks(known),
      actions: [],
      choices: lostChoices(known),
      preselected: lostChoices(known).length === 2 ? lostChoices(known)[0]?.answer : undefined,
      parts: [],
    }
  const chosen = chosenCharge(known, answers.get('order'))
  if (!chosen)
    return {
      parts: [],
      acts: [],
      gaps: [notLoaded(known, answers.get('order')) ?? 'You didn’t choose a failed payment, so we can’t suggest a reply.'],
    }
  const { order } = chosen
  if (factsOf(order).state !== 'lost')
    return {
      parts: [],
      acts: [],
      gaps: ['This order is no longer a failed payment. Look at the charge history before you answer.'],
    }
  const failed = { key: 'renewalFailed' as const, facts: factsOfCharge(chosen) }
  if (!answers.has('want')) {
    const declines = factsOf(order).charges.lost.map((charge): Check => {
      const method = charge.paymentMethod === null ? 'unknown method' : methodName(charge.paymentMethod)
      return { term: charge.target ?? 'attempt', says: `${method}: ${describeDecline(charge) || charge.status}`, look: true }
    })
    const [subscription] = soldBy(known, order)
    return {
      name: 'want',
      parts: [failed],
      asks: 'What does the customer want to do?',
      actions: [],
      checks: [...declines, ...(subscription ? subscriptionChecks(subscription, known) : [])],
      choices: [
        { answer: 'other', words: 'Use another payment method', aside: 'A payment link' },
        { answer: 'bank', words: 'Contact their bank, then try again' },
        { answer: 'leave', words: 'Don’t renew' },
      ],
    }
  }
  if (answers.get('want') === 'other' && !answers.has('link'))
    return {
      name: 'link',
      parts: [failed, { key: 'renewalOtherMethod', facts: {} }],
      asks: 'Create a payment link to send. Do you have it?',
      checks: [],
      choices: [
        { answer: 'made', words: 'I have the link' },
        { answer: 'later', words: 'Later' },
      ],
      actions: [{ kind: 'page', href: `/orders/new?buyer=${known.buyerId}`, words: 'Create payment link' }],
    }
  if (answers.get('want') === 'bank') return { parts: [failed, { key: 'renewalAskBank', facts: {} }], gaps: [], acts: [] }
  if (answers.get('want') === 'other') {
    const link = answers.get('link') === 'made' ? [{ key: 'renewalLink' as const, facts: {} }] : []
    return { parts: [failed, { key: 'renewalOtherMethod', facts: {} }, ...link], gaps: [], acts: [] }
  }
  return leaveIt(known, answers, { parts: [failed], order })
}

type Failed = Pick<Reply, 'parts'> & { order: Parameters<typeof soldBy>[1] }

/** They need do nothing only where nothing would charge them again. */
function leaveIt(known: KnownOfTicket, answers: ReadonlyMap<string, string>, { parts, order }: Failed): Question | Reply {
  const sold = soldBy(known, order)
  const open = sold.filter(({ autoChargeStatus }) => autoChargeStatus !== false)
  const [again] = open
  if (again && !answers.has('autocharge'))
    return {
      name: 'autocharge',
      asks: 'The payment may be tried again. Turn off autocharge?',
      checks: subscriptionChecks(again, known),
      choices: [
        { answer: 'off', words: 'Yes, turn it off' },
        { answer: 'kept', words: 'No, leave it on' },
      ],
      preselected: 'off',
      actions: [],
      parts,
    }
  const acts = answers.get('autocharge') === 'kept' ? [] : sold.map(offAct)
  if (open.length > 0) return { parts, gaps: open.map(stillOn), acts }
  const unread =
    known.missing.subscriptions ??
    (known.subscriptions === null ? 'This merchant account can’t list subscriptions.' : unknownPlan(known))
  if (unread !== null) return { parts, acts, gaps: [`${unread} So the reply doesn’t say that they don’t need to do anything.`] }
  const off = sold.flatMap((each) => offParts(each, known))
  return { parts: [...parts, ...off, { key: 'renewalLeave', facts: {} }], gaps: [], acts }
}
