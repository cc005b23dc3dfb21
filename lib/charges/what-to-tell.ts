import { longDay, serviceTime } from '@/lib/core/dates'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { declineWordsOutside } from './decline-words'
import { chargeMoney, totalWords } from './money-words'
import type { OrderFacts } from './order-facts'
import { isVoucher } from './outcome'

/** Sentences that may be sent to the person who pays: only what is certain, no provider names, no fraud words. */
export function whatToTell(facts: OrderFacts): string {
  const { order, charges, attempts, state } = facts
  const [paid, ...more] = charges.received
  if (paid) return (more.length === 0 ? paidOnce(facts, paid) : paidOften(order, charges.received)).join(' ')
  if (attempts.length === 0) return 'We have no record of a payment attempt for this order, and nothing was charged.'
  const last = attempts.filter(({ family }) => family === state).at(-1)?.charge
  if (!last) return 'Nothing was charged.'
  if (state === 'open') return stillOpen(order, last)
  if (state === 'other')
    return `We’re still checking a payment of ${money(order, last)}${on(last)}. We haven’t counted it as paid.`
  return lost(order, charges.lost, last)
}

function paidOnce({ order, charges, attempts }: OrderFacts, paid: Charge): string[] {
  const place = (charge: Charge) => attempts.findIndex((rung) => rung.charge === charge)
  return [
    `You were charged ${money(order, paid)} once${on(paid)}.`,
    paid.descriptor ? `It appears on your statement as “${paid.descriptor}”.` : '',
    ...charges.open.map((charge) =>
      isVoucher(charge)
        ? `You can ignore the ${place(charge) < place(paid) ? 'earlier ' : ''}voucher.`
        : `Another attempt for ${money(order, charge)} hasn’t been completed, and you haven’t been charged for it.`,
    ),
    charges.lost.length === 0
      ? ''
      : charges.lost.length === 1
        ? 'You weren’t charged for the declined attempt.'
        : 'You weren’t charged for the declined attempts.',
    charges.other.length === 0 ? '' : 'We’re still checking another attempt for this order.',
  ].filter((sentence) => sentence !== '')
}

// Charge history does not say which charge is a service fee (service-facts 2.19), so neither do we.
function paidOften(order: Order, received: readonly Charge[]): string[] {
  const each = received.map((charge) => `${money(order, charge)}${on(charge)}`)
  const total = totalWords(order, received)
  return [
    `We received ${received.length} payments for this order, ${total === null ? '' : `${total} in total: `}${each.join(' and ')}.`,
    'One of them may be a service fee. We’re checking whether they’re all correct.',
  ]
}

function stillOpen(order: Order, charge: Charge): string {
  const amount = money(order, charge)
  switch (charge.status) {
    case 'deferred':
      return `${isVoucher(charge) ? 'A voucher' : 'A payment'} of ${amount} was issued${on(charge)} but hasn’t been paid, so you haven’t been charged. If it stays unpaid, it ends automatically.`
    case 'authorized':
      return `${amount} was reserved${on(charge)} but hasn’t been collected.`
    case 'created':
    case 'redirected':
      return `A payment of ${amount} was started${on(charge)} but not completed, so you haven’t been charged.`
    default:
      return `A payment of ${amount}${on(charge)} is still being processed.`
  }
}

function lost(order: Order, charges: readonly Charge[], last: Charge): string {
  const reason = declineWordsOutside(last)
  const what =
    charges.length === 1 ? `The payment of ${money(order, last)}` : `${charges.length} attempts to pay ${money(order, last)}`
  const verb = charges.length === 1 ? 'was' : 'were'
  const refused = charges.every(({ status }) => status === 'failed') ? 'not completed' : 'declined'
  const words = `You weren’t charged. ${what}${charges.length === 1 ? on(last) : ''} ${verb} ${refused}${reason ? ` because ${reason}` : ''}.`
  return `${words} Please try another payment method or contact your bank.`
}

const money = (order: Order, charge: Charge) => chargeMoney(charge, order)

function on(charge: Charge): string {
  const at = serviceTime(charge.createdAt)
  return at ? ` on ${longDay(at.day)}` : ''
}
