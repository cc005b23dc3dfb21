import { attempts } from '../charges/outcome'
import { methodWords } from '../payment-method-words'
import { chosenCharge, factsOfCharge, productOf, receivedChoices } from './charge-choices'
import type { GuideAction, Playbook } from './playbook'
import { refundParts } from './refund-steps'
import { chargesAgain } from './subscription-steps'

/** "What is this charge?": the order behind it, whether it is theirs, and what to do where it is not. */
export const charge: Playbook = (known, answers) => {
  if (!answers.has('charge'))
    return {
      ...{ name: 'charge', asks: 'Which charge do they ask about?', actions: [] },
      checks: [{ term: 'Find it by', says: 'the amount, the day, the descriptor on the statement, the last four of the card' }],
      choices: receivedChoices(known),
    }
  const chosen = chosenCharge(known, answers.get('charge'))
  if (!chosen)
    return { parts: [], gaps: ['It is not among this buyer’s charges. Search by the descriptor or the last four on Find.'] }
  const { order, charge } = chosen
  const { isoATwo = null, isoCountryName = null } = charge.paymentMethod?.data ?? {}
  if (!answers.has('theirs'))
    return {
      ...{ name: 'theirs', asks: 'Tell them what it is. Do they recognise it?', actions: [] },
      checks: [
        { term: 'Bought', says: productOf(order) ?? 'not named' },
        { term: 'Statement', says: charge.descriptor ?? 'no descriptor told' },
        { term: 'Paid with', says: methodWords(charge.paymentMethod) },
        { term: 'Card from', says: isoCountryName ?? isoATwo ?? 'not told' },
        {
          ...{ term: '3-D Secure', says: charge.has3ds === null ? 'not told' : charge.has3ds ? 'passed' : 'not asked for' },
          ...(charge.has3ds === false && { look: true as const }),
        },
        { term: 'Attempts', says: attempts(order.charges.length) },
      ],
      choices: [
        { answer: 'yes', words: 'They recognise it now' },
        { answer: 'no', words: 'They do not recognise it' },
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
      ...(again ? [{ kind: 'command' as const, verb: 'autochargeOff' as const, subscription: again }] : []),
    ]
    return {
      ...{
        name: 'stopped',
        asks: 'Stop what may charge again, and ask for the money back where it is due. Is that done?',
        actions,
      },
      checks: again ? [{ term: 'Autocharge', says: 'on: it would charge again', look: true }] : [],
      choices: [
        { answer: 'done', words: 'It is done' },
        { answer: 'nothing', words: 'Nothing is to be done' },
      ],
    }
  }
  return { parts: [...explained, { key: 'chargeNotTheirs', facts: {} }, ...refundParts(known, chosen)], gaps: [] }
}
