import { declineWords } from '../charges/decline-words'
import { factsOf } from '../charges/order-facts'
import { methodName } from '../payment-method-words'
import { chosenCharge, factsOfCharge, lostChoices } from './charge-choices'
import type { Check, Playbook } from './playbook'
import { subscriptionChecks } from './subscription-steps'

/** A renewal failed: why, and what the buyer can do now. */
export const renewal: Playbook = (known, answers) => {
  if (!answers.has('order'))
    return {
      ...{ name: 'order', asks: 'Which payment failed?', checks: [], actions: [], choices: lostChoices(known) },
    }
  const chosen = chosenCharge(known, answers.get('order'))
  if (!chosen) return { parts: [], gaps: ['No failed payment was named, so there is nothing certain to tell.'] }
  const { order } = chosen
  if (!answers.has('want')) {
    const declines = factsOf(order).charges.lost.map((charge): Check => {
      const method = charge.paymentMethod === null ? 'method not told' : methodName(charge.paymentMethod)
      return { term: charge.target ?? 'attempt', says: `${method}: ${declineWords(charge) || charge.status}`, look: true }
    })
    const ids = order.products.map(({ id }) => id)
    const subscription = known.subscriptions?.find(({ product }) => product !== null && ids.includes(product.id))
    return {
      ...{ name: 'want', asks: 'What will they do?', actions: [] },
      checks: [...declines, ...(subscription ? subscriptionChecks(subscription) : [])],
      choices: [
        { answer: 'other', words: 'Pay with something else', aside: 'A payment link' },
        { answer: 'bank', words: 'Ask their bank, then try again' },
        { answer: 'leave', words: 'Leave it' },
      ],
    }
  }
  if (answers.get('want') === 'other' && !answers.has('link'))
    return {
      ...{ name: 'link', asks: 'Make a payment link and send it along. Do you have it?', checks: [] },
      choices: [
        { answer: 'made', words: 'I have the link' },
        { answer: 'later', words: 'Later' },
      ],
      actions: [{ kind: 'page', href: `/orders/new?buyer=${known.buyerId}`, words: 'Create payment link' }],
    }
  const next = { other: 'renewalOtherMethod', bank: 'renewalAskBank', leave: 'renewalLeave' } as const
  const key = next[answers.get('want') as keyof typeof next] ?? 'renewalLeave'
  return {
    parts: [
      { key: 'renewalFailed', facts: factsOfCharge(chosen) },
      { key, facts: {} },
    ],
    gaps: [],
  }
}
