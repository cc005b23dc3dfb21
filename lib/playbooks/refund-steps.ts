import { subtract, sum } from '@/lib/core/money'
import { moneyWords } from '../charges/money-words'
import type { Refund } from '../refunds/refund'
import type { ChosenCharge } from './charge-choices'
import type { Check, KnownOfTicket, Question } from './playbook'
import { refundReply } from './refund-reply'
import type { ReplyPart } from './reply'

/** What was asked for of a charge, newest first. */
export const refundsOf = ({ refunds }: KnownOfTicket, { charge }: ChosenCharge): Refund[] =>
  refunds.filter((refund) => refund.charge.chargeId === charge.chargeId)

/** How much of a charge is left, and what was given back to this buyer before. */
export function refundChecks(known: KnownOfTicket, chosen: ChosenCharge): Check[] {
  const asked = refundsOf(known, chosen).filter(({ state }) => state !== 'refused')
  const requested = sum(asked.map(({ amount }) => amount))
  const { amount } = chosen.charge
  const currency = chosen.order.currency
  const unread: Check | null =
    known.missing.refunds === null ? null : { term: 'Refund requests', says: known.missing.refunds, look: true }
  return [
    { term: 'Received', says: moneyWords(amount, currency) },
    asked.length === 0
      ? (unread ?? { term: 'Requested', says: 'nothing so far' })
      : {
          term: 'Requested',
          look: true,
          says: `${moneyWords(requested, currency)}, ${moneyWords(subtract(amount, requested), currency)} left`,
        },
    known.refunds.length === 0
      ? (unread ?? { term: 'Earlier refunds', says: 'none for this buyer' })
      : { term: 'Earlier refunds', says: `${known.refunds.length} for this buyer`, look: true },
  ]
}

/** Asks whether the refund is requested, and offers to request it. */
export const refundQuestion = (known: KnownOfTicket, chosen: ChosenCharge, reason: string): Question => ({
  name: 'requested',
  asks: 'Request the refund from finance. Have you requested it?',
  checks: refundChecks(known, chosen),
  choices: [
    { answer: 'yes', words: 'Yes, requested' },
    { answer: 'no', words: 'No refund is due' },
  ],
  actions: [{ kind: 'refund', orderId: chosen.order.orderId, chargeId: chosen.charge.chargeId, reason }],
})

/** What may be said of the newest refund of a charge; nothing where none was asked for. */
export function refundParts(known: KnownOfTicket, chosen: ChosenCharge): ReplyPart[] {
  const [newest] = refundsOf(known, chosen)
  return newest ? refundReply(newest) : []
}

/** Why the reply says nothing of a refund that is said to be requested. */
export function refundGaps(known: KnownOfTicket, chosen: ChosenCharge): string[] {
  if (refundsOf(known, chosen).length > 0) return []
  const why = known.missing.refunds ?? 'No refund of this charge is requested here.'
  return [`${why} So the reply doesn’t mention one.`]
}
