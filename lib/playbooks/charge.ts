import { methodWords } from '@/lib/charges/payment-method-words'
import { countAttempts } from '../charges/outcome'
import { chosenCharge, factsOfCharge, historyChecks, notLoaded, productOf, receivedChoices } from './charge-choices'
import type { GuideAction, Playbook } from './playbook'
import { refundParts } from './refund-steps'
import { chargesAgain, subscriptionChecks, turnOff } from './subscription-steps'

/** "What is this charge?": the order behind it, whether it is theirs, and what to do where it is not. */
export const charge: Playbook = (known, answers) => {
  if (!answers.has('charge'))
    return {
      name: 'charge',
      asks: 'Which charge are they asking about?',
      actions: [],
      checks: [
        { term: 'Find the charge by', says: 'amount, date, statement descriptor or last four digits of the card' },
        ...historyChecks(known),
      ],
      choices: receivedChoices(known),
    }
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen)
    return {
      parts: [],
      gaps: [
        notLoaded(known, answers.get('charge')) ??
          ['It isn’t among the charges listed here.', known.missing.history, 'Search by the descriptor or the last four on Find.']
            .filter(Boolean)
            .join(' '),
      ],
    }
  const { order, charge } = chosen
  const { isoATwo = null, isoCountryName = null } = charge.paymentMethod?.data ?? {}
  if (!answers.has('theirs'))
    return {
      name: 'theirs',
      asks: 'Tell the customer what the charge is for. Do they recognise it?',
      actions: [],
      checks: [
        { term: 'Bought', says: productOf(order) ?? 'unnamed' },
        { term: 'Statement', says: charge.descriptor ?? 'no descriptor given' },
        { term: 'Paid with', says: methodWords(charge.paymentMethod) },
        { term: 'Card from', says: isoCountryName ?? isoATwo ?? 'not given' },
        {
          term: '3-D Secure',
          says: charge.has3ds === null ? 'not given' : charge.has3ds ? 'passed' : 'not used',
          ...(charge.has3ds === false && { look: true as const }),
        },
        { term: 'Attempts', says: countAttempts(order.charges.length) },
      ],
      choices: [
        { answer: 'yes', words: 'Yes, they recognise it' },
        { answer: 'no', words: 'No, they don’t' },
      ],
    }
  const explained = (['chargeIs', 'chargeStatement', 'chargeMethod'] as const).map((key) => ({
    key,
    facts: factsOfCharge(chosen),
  }))
  if (answers.get('theirs') === 'yes') return { parts: explained, gaps: [] }
  if (!answers.has('stopped')) {
    const again = chargesAgain(known, order)
    const actions: GuideAction[] = [
      { kind: 'refund', orderId: order.orderId, chargeId: charge.chargeId, reason: 'Not recognised by the buyer' },
      ...(again ? [turnOff(again)] : []),
    ]
    return {
      name: 'stopped',
      asks: 'Stop further charges, and request a refund if one is due. Have you done that?',
      actions,
      checks: again ? subscriptionChecks(again, known) : [],
      choices: [
        { answer: 'done', words: 'Yes, done' },
        { answer: 'nothing', words: 'Nothing needed' },
      ],
    }
  }
  return { parts: [...explained, { key: 'chargeNotTheirs', facts: {} }, ...refundParts(known, chosen)], gaps: [] }
}
