import { methodName } from '@/lib/charges/payment-method-words'
import { dayWords, serviceTime } from '@/lib/core/dates'
import { moneyWords } from '../charges/money-words'
import { factsOf, productTitle } from '../charges/order-facts'
import type { Charge, Order } from '../operations/schemas/charge-history'
import type { Check, Choice, KnownOfTicket } from './playbook'
import type { ReplyFacts } from './reply'

export type ChosenCharge = { order: Order; charge: Charge }

/** A ticket is about something recent; what is older is reached by the charge history. */
const maxChoices = 6

/** The newest charges by which money was received, as choices, and the one for what is not among them. */
export function receivedChoices({ orders, missing }: KnownOfTicket): Choice[] {
  const received = orders.flatMap((order) => factsOf(order).charges.received.map((charge) => ({ order, charge })))
  return [
    ...received
      .slice(0, maxChoices)
      .map((chosen) => ({ answer: answerOf(chosen), words: chargeWords(chosen), aside: asideOf(chosen) })),
    {
      answer: 'none',
      words: 'None of these',
      aside: [missing.history, received.length > maxChoices && 'See older charges in the charge history.']
        .filter(Boolean)
        .join(' '),
    },
  ]
}

/** The newest orders that came to nothing, as choices. */
export function lostChoices({ orders, missing }: KnownOfTicket): Choice[] {
  const lost = orders.map(factsOf).filter(({ state }) => state === 'lost')
  return [
    ...lost.slice(0, maxChoices).flatMap(({ order, attempts }) => {
      const charge = attempts.at(-1)?.charge
      return charge
        ? [{ answer: answerOf({ order, charge }), words: chargeWords({ order, charge }), aside: order.type ?? '' }]
        : []
    }),
    { answer: 'none', words: 'None of these', aside: missing.history ?? '' },
  ]
}

/** What the charges to choose from leave out. */
export const historyChecks = ({ missing }: KnownOfTicket): Check[] =>
  missing.history === null ? [] : [{ term: 'Charge history', says: missing.history, look: true }]

/** The charge of an answer; undefined for "none" and for one that is no longer there. */
export function chosenCharge({ orders }: KnownOfTicket, answer: string | undefined): ChosenCharge | undefined {
  const [orderId, chargeId] = (answer ?? '').split(' ')
  const order = orders.find((each) => each.orderId === orderId)
  const charge = order?.charges.find((each) => each.chargeId === chargeId)
  return order && charge && { order, charge }
}

/** Why a charge that was chosen is not there; null where none was chosen, or it is there. */
export function notLoaded(known: KnownOfTicket, answer: string | undefined): string | null {
  if (!answer?.includes(' ') || chosenCharge(known, answer)) return null
  return `The chosen charge isn’t among those loaded. ${known.missing.history ?? 'Look at the charge history.'}`
}

/** What a reply says of a charge. */
export function factsOfCharge({ order, charge }: ChosenCharge): ReplyFacts {
  return {
    ...(order.currency === null ? {} : { amount: { amount: charge.amount, currency: order.currency } }),
    day: charge.createdAt,
    product: productOf(order),
    descriptor: charge.descriptor,
    method: charge.paymentMethod === null ? null : methodName(charge.paymentMethod),
  }
}

export const productOf = ({ products }: Order): string | null =>
  products.flatMap((product) => productTitle(product) ?? []).join(', ') || null

const answerOf = ({ order, charge }: ChosenCharge) => `${order.orderId} ${charge.chargeId}`

function chargeWords({ order, charge }: ChosenCharge): string {
  const day = serviceTime(charge.createdAt)?.day
  return [moneyWords(charge.amount, order.currency), day && `on ${dayWords(day)}`].filter(Boolean).join(' ')
}

const asideOf = ({ order, charge }: ChosenCharge) =>
  [productOf(order), charge.paymentMethod && methodName(charge.paymentMethod), charge.descriptor].filter(Boolean).join(' · ')
