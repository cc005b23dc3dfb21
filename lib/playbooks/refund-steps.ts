import { moneyWords } from '../charges/money-words'
import { subtract, sum } from '../money'
import type { Refund } from '../refunds/refund'
import { refundReply } from '../replies/refund-reply'
import type { ReplyPart } from '../replies/reply'
import type { ChosenCharge } from './charge-choices'
import type { Check, KnownOfTicket } from './playbook'

/** What was asked for of a charge, newest first. */
export const refundsOf = ({ refunds }: KnownOfTicket, { charge }: ChosenCharge): Refund[] =>
  refunds.filter((refund) => refund.charge.chargeId === charge.chargeId)

/** How much of a charge is left, and what was given back to this buyer before. */
export function refundChecks(known: KnownOfTicket, chosen: ChosenCharge): Check[] {
  const asked = refundsOf(known, chosen).filter(({ state }) => state !== 'refused')
  const requested = sum(asked.map(({ amount }) => amount))
  const { amount } = chosen.charge
  const currency = chosen.order.currency
  return [
    { term: 'Received', says: moneyWords(amount, currency) },
    asked.length === 0
      ? { term: 'Requested', says: 'nothing so far' }
      : {
          ...{ term: 'Requested', look: true },
          says: `${moneyWords(requested, currency)}, ${moneyWords(subtract(amount, requested), currency)} left`,
        },
    known.refunds.length === 0
      ? { term: 'Refunds before', says: 'none of this buyer' }
      : { term: 'Refunds before', says: `${known.refunds.length} of this buyer`, look: true },
  ]
}

/** What may be said of the newest refund of a charge; nothing where none was asked for. */
export function refundParts(known: KnownOfTicket, chosen: ChosenCharge): ReplyPart[] {
  const [newest] = refundsOf(known, chosen)
  return newest ? refundReply(newest) : []
}

export const notAsked = 'No refund of this charge is requested here, so the reply does not say that one is.'
