import { factsOf } from '../charges/order-facts'
import { chosenCharge, factsOfCharge, historyChecks, notLoaded, receivedChoices } from './charge-choices'
import type { Playbook } from './playbook'
import { refundChecks, refundGaps, refundParts, refundQuestion } from './refund-steps'
import { chargesAgain, offParts, soldBy, stillOn, subscriptionChecks, turnOff } from './subscription-steps'

const reasons = {
  twice: 'Paid twice',
  mistake: 'Bought by mistake',
  renewal: 'Unwanted renewal',
  other: 'Not as expected',
} as const

/** They want money back: which charge, why, a request to finance, and whether it should charge again. */
export const refund: Playbook = (known, answers) => {
  if (!answers.has('charge'))
    return {
      name: 'charge',
      asks: 'Which charge should be refunded?',
      checks: historyChecks(known),
      actions: [],
      choices: receivedChoices(known),
    }
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen)
    return {
      parts: [],
      gaps: [
        notLoaded(known, answers.get('charge')) ??
          'You didn’t choose a charge. Look for it in the charge history, and start again from there.',
      ],
    }
  const { order } = chosen
  const { received } = factsOf(order).charges
  if (!answers.has('why'))
    return {
      name: 'why',
      asks: 'Why do they want a refund?',
      actions: [],
      checks: [
        received.length > 1
          ? { term: 'In this order', says: `received ${received.length} times`, look: true }
          : { term: 'In this order', says: 'received once' },
        ...refundChecks(known, chosen),
      ],
      choices: Object.entries(reasons).map(([answer, words]) => ({ answer, words })),
    }
  if (!answers.has('requested'))
    return refundQuestion(known, chosen, reasons[answers.get('why') as keyof typeof reasons] ?? reasons.other)
  const again = chargesAgain(known, order)
  if (again && !answers.has('autocharge'))
    return {
      name: 'autocharge',
      asks: 'Autocharge is on, so it may charge again. Should it stay on?',
      checks: subscriptionChecks(again, known),
      choices: [
        { answer: 'off', words: 'No, it’s off now' },
        { answer: 'kept', words: 'Yes, leave it on' },
      ],
      actions: [turnOff(again)],
    }
  const replyParts = refundParts(known, chosen)
  const requested = answers.get('requested') === 'yes'
  const off = soldBy(known, order)
  const isOffAnswered = answers.get('autocharge') === 'off'
  return {
    parts: [
      ...(requested || replyParts.length > 0 || known.missing.refunds !== null
        ? replyParts
        : [{ key: 'refundRefused' as const, facts: factsOfCharge(chosen) }]),
      ...(isOffAnswered ? off.flatMap((each) => offParts(each, known)) : []),
    ],
    gaps: [
      ...(requested || known.missing.refunds !== null ? refundGaps(known, chosen) : []),
      ...(isOffAnswered && again ? [stillOn(again)] : []),
    ],
  }
}
