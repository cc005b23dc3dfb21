import { moneyWords } from '../charges/money-words'
import { factsOf } from '../charges/order-facts'
import { dayWords, serviceTime } from '../dates'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { methodName } from '../payment-method-words'
import type { ReplyFacts } from '../replies/reply'
import type { Choice, KnownOfTicket } from './playbook'

export type ChosenCharge = { order: Order; charge: Charge }

/** A ticket is about something recent; what is older is reached by the charge history. */
const mostChoices = 6

/** The newest charges by which money was received, as choices, and the one for what is not among them. */
export function receivedChoices({ orders, complete }: KnownOfTicket): Choice[] {
  const received = orders.flatMap((order) => factsOf(order).charges.received.map((charge) => ({ order, charge })))
  return [
    ...received
      .slice(0, mostChoices)
      .map((chosen) => ({ answer: answerOf(chosen), words: chargeWords(chosen), aside: asideOf(chosen) })),
    {
      answer: 'none',
      words: 'None of these',
      aside: received.length > mostChoices || !complete ? 'Older ones stand in the charge history' : '',
    },
  ]
}

/** The newest orders that came to nothing, as choices. */
export function lostChoices({ orders }: KnownOfTicket): Choice[] {
  const lost = orders.map(factsOf).filter(({ state }) => state === 'lost')
  return [
    ...lost.slice(0, mostChoices).flatMap(({ order, ladder }) => {
      const charge = ladder.at(-1)?.charge
      return charge
        ? [{ answer: answerOf({ order, charge }), words: chargeWords({ order, charge }), aside: order.type ?? '' }]
        : []
    }),
    { answer: 'none', words: 'None of these' },
  ]
}

/** The charge of an answer; undefined for "none" and for one that is no longer there. */
export function chosenCharge({ orders }: KnownOfTicket, answer: string | undefined): ChosenCharge | undefined {
  const [orderId, chargeId] = (answer ?? '').split(' ')
  const order = orders.find((each) => each.orderId === orderId)
  const charge = order?.charges.find((each) => each.chargeId === chargeId)
  return order && charge && { order, charge }
}

/** What a reply says of a charge. */
export function factsOfCharge({ order, charge }: ChosenCharge): ReplyFacts {
  return {
    ...(order.currency === null ? {} : { amount: { amount: charge.amount, currency: order.currency } }),
    ...{ day: charge.createdAt, product: productOf(order), descriptor: charge.descriptor },
    method: charge.paymentMethod === null ? null : methodName(charge.paymentMethod),
  }
}

export const productOf = ({ products }: Order): string | null =>
  products.flatMap(({ name, code }) => name ?? code ?? []).join(', ') || null

const answerOf = ({ order, charge }: ChosenCharge) => `${order.orderId} ${charge.chargeId}`

function chargeWords({ order, charge }: ChosenCharge): string {
  const day = serviceTime(charge.createdAt)?.day
  return [moneyWords(charge.amount, order.currency), day && `on ${dayWords(day)}`].filter(Boolean).join(' ')
}

const asideOf = ({ order, charge }: ChosenCharge) =>
  [productOf(order), charge.paymentMethod && methodName(charge.paymentMethod), charge.descriptor].filter(Boolean).join(' · ')
