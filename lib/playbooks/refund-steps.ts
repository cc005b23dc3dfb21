import { compare } from '@/lib/core/money'
import type { ReplyPart } from '@/lib/core/reply-part'
import { currencyOf } from '@/lib/operations/effects/facts'
import { refundReply } from '@/lib/refunds/refund-reply'
import { formatMoney } from '../charges/money-words'
import { refundPlaces } from '../refunds/refund-amount'
import { type ChosenCharge, describeTaken, leftOf, refundsOf, requestedOf } from './charge-choices'
import type { Act, Check, Choice, KnownOfTicket, Question } from './playbook'

/** How much of a charge is left, and what was given back to this buyer before. */
export function refundChecks(known: KnownOfTicket, chosen: ChosenCharge): Check[] {
  const requested = requestedOf(known, chosen)
  const { amount } = chosen.charge
  const currency = currencyOf(chosen.charge, chosen.order)
  const unread: Check | null =
    known.missing.refunds === null ? null : { term: 'Refund requests', says: known.missing.refunds, look: true }
  return [
    { term: 'Received', says: formatMoney(amount, currency) },
    compare(requested, '0') === 0
      ? (unread ?? { term: 'Requested', says: 'nothing so far' })
      : {
          term: 'Requested',
          look: true,
          says: `${formatMoney(requested, currency)}, ${formatMoney(leftOf(known, chosen), currency)} left`,
        },
    known.refunds.length === 0
      ? (unread ?? { term: 'Earlier refunds', says: 'none for this buyer' })
      : { term: 'Earlier refunds', says: `${known.refunds.length} for this buyer`, look: true },
  ]
}

/** Asks how much of a charge is to be refunded. The answer is an amount, or `none` where no refund is due. */
export function amountQuestion(known: KnownOfTicket, chosen: ChosenCharge): Omit<Question, 'parts'> {
  const { order, charge } = chosen
  const left = leftOf(known, chosen)
  const currency = currencyOf(charge, order)
  const taken = describeTaken(known, chosen)
  const isAll = compare(left, charge.amount) === 0
  const cannot = taken === null ? {} : { disabledBecause: taken }
  const amounts: Choice[] = [
    { answer: left, words: isAll ? 'All of it' : 'All that’s left', amount: { amount: left, currency }, ...cannot },
    {
      answer: 'other',
      words: 'Another amount',
      typed: { currency, places: refundPlaces(currency, charge.amount), left },
      ...cannot,
    },
  ]
  return {
    name: 'amount',
    asks: 'How much should be refunded?',
    checks: refundChecks(known, chosen),
    choices: [...amounts, { answer: 'none', words: 'No refund is due' }],
    ...(taken === null && { preselected: left }),
    actions: [],
  }
}

/** An open or finished refund of the charge leaves nothing to ask for. */
export const isTaken = (known: KnownOfTicket, chosen: ChosenCharge): boolean => describeTaken(known, chosen) !== null

/** The request for a refund, with nothing to do where one is open. `amount` is a decimal. */
export function refundAct(
  known: KnownOfTicket,
  chosen: ChosenCharge,
  { amount, reason }: { amount: string; reason: string },
): Act {
  const { order, charge } = chosen
  const taken = describeTaken(known, chosen)
  return {
    key: 'refund',
    kind: 'refund',
    orderId: order.orderId,
    chargeId: charge.chargeId,
    amount: taken === null ? amount : requestedOf(known, chosen),
    currency: currencyOf(charge, order),
    reason,
    nothing: taken === null ? null : `${taken.charAt(0).toUpperCase()}${taken.slice(1)}.`,
  }
}

/** What may be said of the newest refund of a charge; nothing where none was asked for. */
export function refundParts(known: KnownOfTicket, chosen: ChosenCharge): ReplyPart[] {
  const [newest] = refundsOf(known, chosen)
  return newest ? refundReply(newest) : []
}

/** Why the reply says nothing of a refund that is to be requested. */
export function refundGaps(known: KnownOfTicket, chosen: ChosenCharge): string[] {
  if (refundsOf(known, chosen).length > 0) return []
  const why = known.missing.refunds ?? 'No refund of this charge has been requested here.'
  return [`${why} So the reply doesn’t mention one.`]
}
