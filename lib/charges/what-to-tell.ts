import type { Money } from '@/lib/core/money'
import type { ReplyFacts, ReplyKey, ReplyPart } from '@/lib/core/reply-part'
import { currencyOf } from '@/lib/operations/effects/facts'
import { serviceTime } from '../core/dates'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { payerReason } from './decline-words'
import { totalOf } from './money-words'
import type { OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import { isBelowZero } from './status'

/** What may be sent to the person who pays: only what is certain, no provider names, no fraud words. */
export function whatToTell(facts: OrderFacts): ReplyPart[] {
  const { order, charges, attempts, state } = facts
  const [paid, ...more] = charges.received
  if (paid) return more.length === 0 ? paidOnce(facts, paid) : paidOften(order, charges.received)
  const last = attempts.filter(({ family }) => family === state).at(-1)?.charge
  if (!last) return [{ key: 'noAttempt' }]
  if (state === 'open') return [stillOpen(order, last)]
  // Neither a payment nor a refund: nothing is known that may be said of it.
  if (isBelowZero(last)) return [{ key: 'unreadable' }]
  if (state === 'other') return [dated(order, last, 'checking', 'checkingUndated')]
  return lost(order, charges.lost, last)
}

function paidOnce({ order, charges, attempts }: OrderFacts, paid: Charge): ReplyPart[] {
  const place = (charge: Charge) => attempts.findIndex((rung) => rung.charge === charge)
  const declined: ReplyPart = { key: charges.lost.length === 1 ? 'declinedAttempt' : 'declinedAttempts' }
  const other: ReplyPart = { key: 'otherChecked' }
  return [
    dated(order, paid, 'chargedOnce', 'chargedOnceUndated'),
    { key: 'chargeStatement', facts: { descriptor: paid.descriptor } },
    ...charges.open.map((charge): ReplyPart => {
      if (!isVoucher(charge)) return { key: 'otherOpen', facts: factsOf(order, charge) }
      return { key: place(charge) < place(paid) ? 'earlierVoucher' : 'laterVoucher' }
    }),
    ...(charges.lost.length === 0 ? [] : [declined]),
    ...(charges.other.length === 0 ? [] : [other]),
  ]
}

// Charge history does not say which charge is a service fee (service-facts 2.19), so neither do we.
function paidOften(order: Order, received: readonly Charge[]): ReplyPart[] {
  const payments = received.map((charge) => ({ amount: moneyOf(order, charge), day: charge.createdAt }))
  const total = totalOf(order, received)
  const facts: ReplyFacts = { count: received.length, payments, ...(total && { total }) }
  return [{ key: total ? 'receivedTotal' : 'receivedMixed', facts }, { key: 'maybeFee' }]
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

function lost(order: Order, charges: readonly Charge[], last: Charge): ReplyPart[] {
  const reason = payerReason(last)
  const because: ReplyPart[] = reason === null ? [] : [{ key: reason }]
  return [{ key: 'notCharged' }, lostWords(order, charges, last), ...because, { key: 'tryAnother' }]
}

function lostWords(order: Order, charges: readonly Charge[], last: Charge): ReplyPart {
  const isFailed = charges.every(({ status }) => status === 'failed')
  if (charges.length > 1)
    return { key: isFailed ? 'notCompletedOften' : 'declinedOften', facts: { ...factsOf(order, last), count: charges.length } }
  return isFailed ? dated(order, last, 'notCompleted', 'notCompletedUndated') : dated(order, last, 'declined', 'declinedUndated')
}

/** The sentence with the day of a charge, or the one without where the day can't be read. */
const dated = (order: Order, charge: Charge, key: ReplyKey, undated: ReplyKey): ReplyPart => ({
  key: serviceTime(charge.createdAt) ? key : undated,
  facts: factsOf(order, charge),
})

const factsOf = (order: Order, charge: Charge): ReplyFacts => ({ amount: moneyOf(order, charge), day: charge.createdAt })

const moneyOf = (order: Order, charge: Charge): Money => ({ amount: charge.amount, currency: currencyOf(charge, order) })
