import type { Money } from '@/lib/core/money'
import type { ReplyFacts, ReplyKey, ReplyPart } from '@/lib/core/reply-part'
import { currencyOf } from '@/lib/operations/effects/facts'
import { serviceTime } from '../core/dates'
import type { Charge, Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { payerReason } from './decline-words'
import { chargeMoney, totalOf } from './money-words'
import { factsOf, isReadable, type OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import { isBelowZero } from './status'

/**
 * What may be sent to the person who pays: only what is certain, no provider names, no fraud words. `all` are the orders of the buyer as far as
 * they were loaded: a person reads days and amounts on a statement, and no orders. `refunds` is what may be said of the order's own.
 */
export function whatToTell(
  facts: OrderFacts,
  all: readonly OrderOrUnreadable[],
  refunds: readonly ReplyPart[] = [],
): ReplyPart[] {
  const { order, charges, attempts, state } = facts
  const [paid, ...more] = charges.received
  if (paid) return more.length === 0 ? [...paidOnce(facts, paid, all), ...refunds] : paidOften(order, charges.received, refunds)
  const last = attempts.filter(({ family }) => family === state).at(-1)?.charge
  if (!last) return [{ key: 'noAttempt' }]
  if (state === 'open') return [stillOpen(order, last)]
  // Neither a payment nor a refund: nothing is known that may be said of it.
  if (isBelowZero(last)) return [{ key: 'unreadable' }]
  if (state === 'other') return [dated(order, last, 'checking', 'checkingUndated')]
  return lost(order, charges.lost, { last, isPaidElsewhere: isPaidElsewhere(order, last, all) })
}

/** Whether another order was paid on the day of this charge with the same amount: on a statement they look alike. */
function isPaidElsewhere(order: Order, charge: Charge, all: readonly OrderOrUnreadable[]): boolean {
  const day = serviceTime(charge.createdAt)?.day
  if (day === undefined) return false
  const money = chargeMoney(charge, order)
  const isAlike = (other: Order) => (each: Charge) =>
    serviceTime(each.createdAt)?.day === day && chargeMoney(each, other) === money
  return all
    .filter(isReadable)
    .some((other) => other.orderId !== order.orderId && factsOf(other).charges.received.some(isAlike(other)))
}

function paidOnce({ order, charges, attempts }: OrderFacts, paid: Charge, all: readonly OrderOrUnreadable[]): ReplyPart[] {
  const place = (charge: Charge) => attempts.findIndex((rung) => rung.charge === charge)
  const declined: ReplyPart = { key: charges.lost.length === 1 ? 'declinedAttempt' : 'declinedAttempts' }
  const other: ReplyPart = { key: 'otherChecked' }
  return [
    dated(order, paid, isPaidElsewhere(order, paid, all) ? 'chargedByOrders' : 'chargedOnce', 'chargedOnceUndated'),
    { key: 'chargeStatement', facts: { descriptor: paid.descriptor } },
    ...charges.open.map((charge): ReplyPart => {
      if (!isVoucher(charge)) return { key: 'otherOpen', facts: replyFactsOf(order, charge) }
      return { key: place(charge) < place(paid) ? 'earlierVoucher' : 'laterVoucher' }
    }),
    ...(charges.lost.length === 0 ? [] : [declined]),
    ...(charges.other.length === 0 ? [] : [other]),
  ]
}

// Charge history does not say which charge is a service fee (service-facts 2.19), so neither do we.
function paidOften(order: Order, received: readonly Charge[], refunds: readonly ReplyPart[]): ReplyPart[] {
  const payments = received.map((charge) => ({ amount: moneyOf(order, charge), day: charge.createdAt }))
  const total = totalOf(order, received)
  const facts: ReplyFacts = { count: received.length, payments, ...(total && { total }) }
  // Where refunds were requested, what became of them is told, and not that it's being checked.
  return [
    { key: total ? 'receivedTotal' : 'receivedMixed', facts },
    ...(refunds.length > 0 ? refunds : [{ key: 'maybeFee' } as const]),
  ]
}

function stillOpen(order: Order, charge: Charge): ReplyPart {
  switch (charge.status) {
    case 'deferred':
      return dated(order, charge, isVoucher(charge) ? 'voucherOpen' : 'deferredOpen', 'deferredUndated')
    case 'authorized':
      return dated(order, charge, 'reserved', 'processingUndated')
    case 'created':
    case 'redirected':
      return dated(order, charge, 'started', 'startedUndated')
    default:
      return dated(order, charge, 'processing', 'processingUndated')
  }
}

/** Who paid the same amount for another order that day was charged, and needs no other payment method. */
function lost(
  order: Order,
  charges: readonly Charge[],
  { last, isPaidElsewhere }: { last: Charge; isPaidElsewhere: boolean },
): ReplyPart[] {
  const reason = payerReason(last)
  const because: ReplyPart[] = reason === null ? [] : [{ key: reason }]
  const words = describeLostOrder(order, charges, last)
  if (!isPaidElsewhere) return [{ key: 'notCharged' }, words, ...because, { key: 'tryAnother' }]
  const isDeclined = charges.every(({ status }) => status !== 'failed')
  const nothing: ReplyPart = { key: charges.length === 1 ? 'declinedAttempt' : 'declinedAttempts' }
  return [words, ...because, ...(isDeclined ? [nothing] : [])]
}

function describeLostOrder(order: Order, charges: readonly Charge[], last: Charge): ReplyPart {
  const isFailed = charges.every(({ status }) => status === 'failed')
  if (charges.length > 1)
    return {
      key: isFailed ? 'notCompletedOften' : 'declinedOften',
      facts: { ...replyFactsOf(order, last), count: charges.length },
    }
  return isFailed ? dated(order, last, 'notCompleted', 'notCompletedUndated') : dated(order, last, 'declined', 'declinedUndated')
}

/** The sentence with the day of a charge, or the one without where the day can't be read. */
const dated = (order: Order, charge: Charge, key: ReplyKey, undated: ReplyKey): ReplyPart => ({
  key: serviceTime(charge.createdAt) ? key : undated,
  facts: replyFactsOf(order, charge),
})

const replyFactsOf = (order: Order, charge: Charge): ReplyFacts => ({ amount: moneyOf(order, charge), day: charge.createdAt })

const moneyOf = (order: Order, charge: Charge): Money => ({ amount: charge.amount, currency: currencyOf(charge, order) })
