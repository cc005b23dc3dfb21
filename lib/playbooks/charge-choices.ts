import { methodName, methodToTell } from '@/lib/charges/payment-method-words'
import { formatDay, formatInterval, serviceTime } from '@/lib/core/dates'
import { oneId } from '@/lib/core/fold'
import { compare, subtract, sum } from '@/lib/core/money'
import { ordinal } from '@/lib/core/ordinal'
import type { ReplyFacts } from '@/lib/core/reply-part'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { KnownRefund } from '@/lib/refunds/refund-reply'
import { type ChosenCharge, likelyCharge, methodNoun, type Ranked, rankCharges } from '../charges/equal-charges'
import { chargeMoney } from '../charges/money-words'
import { factsOf, productTitle } from '../charges/order-facts'
import type { Order } from '../operations/schemas/charge-history'
import { isOpenRefund } from '../refunds/refund'
import { refundBadge } from '../refunds/refund-step-words'
import type { Check, Choice, KnownOfTicket, Question } from './playbook'
import { soldBy } from './subscription-steps'

export type { ChosenCharge }

/** A ticket is about something recent; what is older is reached by the charge history. */
const maxChoices = 6

const ranked = ({ orders }: KnownOfTicket): Ranked[] =>
  rankCharges(orders.flatMap((order) => factsOf(order).charges.received.map((charge) => ({ order, charge }))))

/** Asks which of the newest charges by which money was received. What is requested already can't be chosen. */
export function chargeQuestion(
  known: KnownOfTicket,
  { asks, refunds }: { asks: string; refunds: boolean },
): Omit<Question, 'parts' | 'actions'> & { actions: [] } {
  const all = ranked(known)
  const received = all.slice(0, maxChoices)
  const older = all.length > maxChoices && 'See older charges in the charge history.'
  const isTaken = (chosen: ChosenCharge) => refunds && describeTaken(known, chosen) !== null
  const isOneDay = new Set(received.map(({ charge }) => serviceTime(charge.createdAt)?.day)).size === 1
  const likely = known.missing.history === null || all.some(({ repeats }) => repeats) ? likelyCharge(all, isTaken) : undefined
  return {
    name: 'charge',
    asks,
    actions: [],
    checks: historyChecks(known),
    preselected: likely && received.includes(likely) ? answerOf(likely) : undefined,
    choices: [
      ...received.map((chosen) => ({
        ...choiceOf(known, chosen, { isLikely: chosen === likely, isOneDay }),
        ...(refunds && disabled(describeTaken(known, chosen))),
      })),
      {
        answer: 'none',
        words: received.length === 2 ? 'Neither of them' : 'None of these',
        aside: [known.missing.history, older].filter(Boolean).join(' '),
      },
    ],
  }
}

const disabled = (disabledBecause: string | null) => (disabledBecause === null ? {} : { disabledBecause })

type Among = { isLikely: boolean; isOneDay: boolean }

function choiceOf(known: KnownOfTicket, chosen: Ranked, { isLikely, isOneDay }: Among): Choice {
  const { order, charge, rank } = chosen
  const at = serviceTime(charge.createdAt)
  const amount = { amount: charge.amount, currency: currencyOf(charge, order) }
  const answer = answerOf(chosen)
  if (rank === null) return { answer, words: at ? formatDay(at.day) : 'Unknown day', amount, aside: asideOf(chosen) }
  const short = ordinal(rank)
  const words = at ? `${short}${isOneDay ? '' : ` on ${formatDay(at.day)}`}, ${at.time}${at.zone}` : short
  return { answer, words, amount, short, aside: describeEqual(known, chosen, isLikely) }
}

/** What tells an equal charge from its equals: how long after the one before it was made, or what it pays for. */
function describeEqual(known: KnownOfTicket, chosen: Ranked, isLikely: boolean): string {
  const { rank, seconds, repeats } = chosen
  if (rank === null || rank === 1 || seconds === null) return paysFor(known, chosen)
  const before = ordinal(rank - 1)
  const apart = seconds === 0 ? `In the same second as the ${before}` : `${formatInterval(seconds)} after the ${before}`
  if (repeats === null) return `${apart}. ${paysFor(known, chosen)}`
  return `${apart}, same ${methodNoun(chosen)} and amount.${isLikely ? ' Likely the duplicate.' : ''}`
}

/** The product, and until when its subscription runs where this is the newest order for it. */
function paysFor(known: KnownOfTicket, { order, charge }: ChosenCharge): string {
  const product = productOf(order)
  if (product === null)
    return [charge.paymentMethod && methodName(charge.paymentMethod), charge.descriptor].filter(Boolean).join(' · ')
  const [subscription] = soldBy(known, order)
  const newest = known.orders.find(
    (each) => factsOf(each).state === 'received' && each.products.some(({ id }) => id === subscription?.product?.id),
  )
  const end = subscription?.status === 'active' && newest === order ? serviceTime(subscription.endDate)?.day : undefined
  return `Pays for ${product}${end ? ` until ${formatDay(end)}` : ''}.`
}

/** Why a refund of a charge can't be requested again: one is open, or nothing is left of it. Null where it can. */
export function describeTaken(known: KnownOfTicket, chosen: ChosenCharge): string | null {
  const open = refundsOf(known, chosen).find(isOpenRefund)
  if (open) return refundBadge(open, known)?.words ?? 'refund requested'
  return compare(leftOf(known, chosen), '0') > 0 ? null : 'refunded in full'
}

/** What was asked for of a charge, newest first. */
export const refundsOf = ({ refunds }: KnownOfTicket, { charge }: ChosenCharge): KnownRefund[] =>
  refunds.filter((refund) => refund.charge.chargeId === charge.chargeId)

/** What of a charge may still be asked for. */
export const leftOf = (known: KnownOfTicket, chosen: ChosenCharge): string =>
  subtract(chosen.charge.amount, requestedOf(known, chosen))

/** The sum of what was asked for of a charge and not refused. */
export const requestedOf = (known: KnownOfTicket, chosen: ChosenCharge): string =>
  sum(
    refundsOf(known, chosen)
      .filter(({ state }) => state !== 'refused')
      .map(({ amount }) => amount),
  )

/** The newest orders that came to nothing, as choices. */
export function lostChoices({ orders, missing }: KnownOfTicket): Choice[] {
  const lost = orders.map(factsOf).filter(({ state }) => state === 'lost')
  return [
    ...lost.slice(0, maxChoices).flatMap(({ order, attempts }) => {
      const charge = attempts.at(-1)?.charge
      return charge
        ? [{ answer: answerOf({ order, charge }), words: describeCharge({ order, charge }), aside: order.type ?? '' }]
        : []
    }),
    { answer: 'none', words: 'None of these', aside: missing.history ?? '' },
  ]
}

/** What the charges to choose from leave out. */
export const historyChecks = ({ missing }: KnownOfTicket): Check[] =>
  missing.history === null ? [] : [{ term: 'Charge history', says: missing.history, look: true }]

/** The charge of an answer; undefined for "none" and for one that is no longer there. */
export function chosenCharge(known: KnownOfTicket, answer: string | undefined): Ranked | undefined {
  const [orderId, given] = (answer ?? '').split(' ')
  const chargeId = oneId(given ?? '')
  const found = ranked(known).find(({ order, charge }) => order.orderId === orderId && charge.chargeId === chargeId)
  if (found) return found
  const order = known.orders.find((each) => each.orderId === orderId)
  const charge = order?.charges.find((each) => each.chargeId === chargeId)
  return order && charge && { order, charge, rank: null, of: 1, seconds: null, repeats: null }
}

/** The charges that look like duplicates of this one. */
export const repeatsOf = (known: KnownOfTicket, { charge }: ChosenCharge): Ranked[] =>
  ranked(known).filter(({ repeats }) => repeats?.charge === charge)

/** Why a charge that was chosen is not there; null where none was chosen, or it is there. */
export function notLoaded(known: KnownOfTicket, answer: string | undefined): string | null {
  if (!answer?.includes(' ') || chosenCharge(known, answer)) return null
  return `The chosen charge isn’t among those loaded. ${known.missing.history ?? 'Look at the charge history.'}`
}

/** What a reply says of a charge. */
export function factsOfCharge({ order, charge }: ChosenCharge): ReplyFacts {
  const currency = currencyOf(charge, order)
  return {
    ...(currency === '' ? {} : { amount: { amount: charge.amount, currency } }),
    day: charge.createdAt,
    product: productOf(order),
    descriptor: charge.descriptor,
    method: methodToTell(charge.paymentMethod),
  }
}

export const productOf = ({ products }: Order): string | null =>
  products.flatMap((product) => productTitle(product) ?? []).join(', ') || null

const answerOf = ({ order, charge }: ChosenCharge) => `${order.orderId} ${charge.chargeId}`

/** `2nd, 42.84 EUR at 05:58:30` of an equal one, otherwise `42.84 EUR on 19 Nov 2026`. */
export function describeCharge({ order, charge, rank = null }: ChosenCharge & { rank?: number | null }): string {
  const at = serviceTime(charge.createdAt)
  const money = chargeMoney(charge, order)
  if (rank !== null && at) return `${ordinal(rank)}, ${money} at ${at.time}`
  return [money, at && `on ${formatDay(at.day)}`].filter(Boolean).join(' ')
}

const asideOf = ({ order, charge }: ChosenCharge) =>
  [productOf(order), charge.paymentMethod && methodName(charge.paymentMethod), charge.descriptor].filter(Boolean).join(' · ')
