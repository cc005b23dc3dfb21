import { longDay, serviceTime } from '../dates'
import { sum } from '../money'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { declineWordsOutside } from './decline-words'
import { moneyWords } from './money-words'
import type { OrderFacts } from './order-facts'
import { isVoucher } from './outcome'

/** Sentences that may be sent to the person who pays: only what is certain, no provider names, no fraud words. */
export function whatToTell(facts: OrderFacts): string {
  const { order, charges, ladder, state } = facts
  const [paid, ...more] = charges.received
  if (paid) return (more.length === 0 ? paidOnce(facts, paid) : paidOften(order, charges.received)).join(' ')
  if (ladder.length === 0) return 'No payment was attempted for this order, and nothing was charged.'
  const last = ladder.filter(({ family }) => family === state).at(-1)?.charge
  if (!last) return 'Nothing was charged.'
  if (state === 'open') return stillOpen(order, last)
  if (state === 'other')
    return `We are still checking a payment of ${money(order, last)}${on(last)}. It does not count as paid so far.`
  return lost(order, charges.lost, last)
}

function paidOnce({ order, charges, ladder }: OrderFacts, paid: Charge): string[] {
  const place = (charge: Charge) => ladder.findIndex((rung) => rung.charge === charge)
  return [
    `You were charged ${money(order, paid)} once${on(paid)}.`,
    paid.descriptor ? `It appears on your statement as ${paid.descriptor}.` : '',
    ...charges.open.map((charge) =>
      isVoucher(charge)
        ? `You can ignore the ${place(charge) < place(paid) ? 'earlier ' : ''}voucher.`
        : `Another attempt of ${money(order, charge)} is not finished and was not charged.`,
    ),
    charges.lost.length === 0
      ? ''
      : charges.lost.length === 1
        ? 'A declined attempt took no money.'
        : 'Declined attempts took no money.',
    charges.other.length === 0 ? '' : 'We are still checking another attempt of this order.',
  ].filter((sentence) => sentence !== '')
}

// Charge history does not say which charge is a service fee (service-facts 2.19), so neither do we.
function paidOften(order: Order, received: readonly Charge[]): string[] {
  const each = received.map((charge) => `${money(order, charge)}${on(charge)}`)
  const total = moneyWords(sum(received.map(({ amount }) => amount)), order.currency)
  return [
    `We received ${received.length} payments for this order: ${each.join(' and ')}, ${total} in all.`,
    'One of them can be a service fee; we are checking whether all of them are right.',
  ]
}

function stillOpen(order: Order, charge: Charge): string {
  const amount = money(order, charge)
  switch (charge.status) {
    case 'deferred':
      return `${isVoucher(charge) ? 'A voucher' : 'A payment'} of ${amount} was issued${on(charge)} and is not paid yet, so nothing was charged. If it stays unpaid, it ends by itself.`
    case 'authorized':
      return `${amount} was set aside${on(charge)} and has not been collected.`
    case 'created':
    case 'redirected':
      return `A payment of ${amount} was started${on(charge)} and not finished, so nothing was charged so far.`
    default:
      return `A payment of ${amount}${on(charge)} is still being processed.`
  }
}

function lost(order: Order, charges: readonly Charge[], last: Charge): string {
  const reason = declineWordsOutside(last)
  const what =
    charges.length === 1 ? `the payment of ${money(order, last)}` : `${charges.length} attempts to pay ${money(order, last)}`
  const verb = charges.length === 1 ? 'was' : 'were'
  const refused = charges.every(({ status }) => status === 'failed') ? 'not completed' : 'declined'
  const words = `Nothing was charged: ${what}${charges.length === 1 ? on(last) : ''} ${verb} ${refused}${reason ? `, because ${reason}` : ''}.`
  return `${words} Please try another payment method or ask your bank.`
}

const money = (order: Order, charge: Charge) => moneyWords(charge.amount, order.currency)

function on(charge: Charge): string {
  const at = serviceTime(charge.createdAt)
  return at ? ` on ${longDay(at.day)}` : ''
}
