import { factsOf } from '../charges/order-facts'
import { chosenCharge, factsOfCharge, receivedChoices } from './charge-choices'
import type { Playbook } from './playbook'
import { notAsked, refundChecks, refundParts } from './refund-steps'
import { chargesAgain, offParts, stillOn, subscriptionChecks } from './subscription-steps'

const reasons = {
  twice: 'Paid twice',
  mistake: 'Bought by mistake',
  renewal: 'Renewed against their wish',
  other: 'Not as expected',
} as const

/** They want money back: which charge, why, a request to finance, and whether it should charge again. */
export const refund: Playbook = (known, answers) => {
  if (!answers.has('charge'))
    return {
      ...{ name: 'charge', asks: 'Which charge do they want back?', checks: [], actions: [] },
      choices: receivedChoices(known),
    }
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen) return { parts: [], gaps: ['No charge was named. Look for it in the charge history, and start again from there.'] }
  const { order, charge } = chosen
  const { received } = factsOf(order).charges
  if (!answers.has('why'))
    return {
      ...{ name: 'why', asks: 'Why do they want it back?', actions: [] },
      checks: [
        received.length > 1
          ? { term: 'In this order', says: `received ${received.length} times`, look: true }
          : { term: 'In this order', says: 'received once' },
        ...refundChecks(known, chosen),
      ],
      choices: Object.entries(reasons).map(([answer, words]) => ({ answer, words })),
    }
  if (!answers.has('requested'))
    return {
      ...{ name: 'requested', asks: 'Ask finance for the refund. Is it requested?', checks: refundChecks(known, chosen) },
      choices: [
        { answer: 'yes', words: 'It is requested' },
        { answer: 'no', words: 'No refund is due' },
      ],
      actions: [
        {
          ...{ kind: 'refund', orderId: order.orderId, chargeId: charge.chargeId },
          reason: reasons[answers.get('why') as keyof typeof reasons] ?? reasons.other,
        },
      ],
    }
  const again = chargesAgain(known, order)
  if (again && !answers.has('autocharge'))
    return {
      ...{ name: 'autocharge', asks: 'It would charge again by itself. Should it?', checks: subscriptionChecks(again) },
      choices: [
        { answer: 'off', words: 'It is off now' },
        { answer: 'kept', words: 'It goes on' },
      ],
      actions: [{ kind: 'command', verb: 'autochargeOff', subscription: again }],
    }
  const told = refundParts(known, chosen)
  const requested = answers.get('requested') === 'yes'
  const off = known.subscriptions?.filter((each) => order.products.some(({ id }) => id !== null && id === each.product?.id)) ?? []
  const isOffAnswered = answers.get('autocharge') === 'off'
  return {
    parts: [
      ...(requested ? told : [{ key: 'refundRefused' as const, facts: factsOfCharge(chosen) }]),
      ...(isOffAnswered ? off.flatMap(offParts) : []),
    ],
    gaps: [...(requested && told.length === 0 ? [notAsked] : []), ...(isOffAnswered && again ? [stillOn(again)] : [])],
  }
}
