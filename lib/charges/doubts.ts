import { daysBetween, serviceTime } from '@/lib/core/dates'
import { compare, subtract, sum, times } from '@/lib/core/money'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { chargeMoney, formatMoney } from './money-words'
import { factsFrom, type OrderFacts } from './order-facts'

/** What in a history deserves a second look. None of them is a verdict. */
export const doubtKinds = [
  'twice',
  'declined-after',
  'unknown-status',
  'old-deferred',
  'shared-card',
  'lines-differ',
  'other-currency',
] as const
export type DoubtKind = (typeof doubtKinds)[number]

/** A doubt with its evidence, in words that may be read aloud. */
export type Doubt = { kind: DoubtKind; evidence: string }

/** How long a deferred payment may be open before it is worth a word. */
const patience = 7 // days

/** The doubts that an order gives rise to by itself. `today` is a day key in the merchant account's zone. */
export function doubtsOf(order: Order, today: string): Doubt[] {
  const facts = factsFrom(order)
  const found: Record<Exclude<DoubtKind, 'shared-card'>, string | null> = {
    twice: twice(facts),
    'declined-after': declinedAfter(facts),
    'unknown-status': unknownStatus(facts),
    'old-deferred': oldDeferred(facts, today),
    'lines-differ': linesDiffer(order),
    'other-currency': otherCurrency(order),
  }
  return doubtKinds.flatMap((kind) => {
    const evidence = kind === 'shared-card' ? null : found[kind]
    return evidence === null ? [] : [{ kind, evidence }]
  })
}

/** Charge history marks no service fee (service-facts 2.19), so two receipts may be right. */
function twice({ order, charges: { received } }: OrderFacts): string | null {
  return received.length < 2
    ? null
    : received.map((charge) => `${charge.status} ${chargeMoney(charge, order)}${at(charge)}`).join(', ')
}

function declinedAfter({ order, attempts }: OrderFacts): string | null {
  const first = attempts.findIndex(({ family }) => family === 'received')
  const later = attempts
    .slice(first + 1)
    .find(({ charge, family }) => family === 'lost' && isLater(charge, attempts[first]?.charge))
  const receipt = attempts[first]?.charge
  if (!receipt || !later) return null
  return `${receipt.status} ${chargeMoney(receipt, order)}${at(receipt)}, then ${later.charge.status}${at(later.charge)}`
}

// In one second nothing is later: an attempt and its cascade may carry the same time.
const isLater = (one: Charge, other: Charge | undefined) => (one.createdAt ?? '') > (other?.createdAt ?? '')

/** What counts as neither received, open nor lost: a status that the service names nowhere, or a receipt below zero. */
function unknownStatus({ order, charges: { other } }: OrderFacts): string | null {
  return other.length === 0
    ? null
    : other.map((charge) => `${charge.status} ${chargeMoney(charge, order)}${at(charge)}`).join(', ')
}

function oldDeferred({ order, state, charges: { open } }: OrderFacts, today: string): string | null {
  if (state !== 'open') return null // another attempt paid the order, or nothing of it is waited for any more
  const old = open
    .filter(({ status }) => status === 'deferred')
    .flatMap((charge) => {
      const day = serviceTime(charge.createdAt ?? order.createdAt)?.day
      const age = day === undefined ? 0 : daysBetween(day, today)
      return age > patience ? [`${chargeMoney(charge, order)} unpaid for ${age} days`] : []
    })
  return old.length === 0 ? null : old.join(', ')
}

/** Whether a line's price is of one piece or of all is not documented, so both readings must fail. */
function linesDiffer({ products, totalPrices, currency }: Order): string | null {
  const total = totalPrices?.amountWithDiscountAndCouponAndTax ?? null
  const lines = products.map(({ prices, quantity }) => ({ amount: prices?.amountWithDiscountAndCouponAndTax ?? null, quantity }))
  const amounts = lines.map(({ amount }) => amount).filter((amount) => amount !== null)
  if (total === null || amounts.length === 0 || amounts.length < lines.length) return null
  const once = sum(amounts)
  const byQuantity = sum(lines.map(({ amount, quantity }) => times(amount ?? '0', quantity ?? 1)))
  if (compare(once, total) === 0 || compare(byQuantity, total) === 0) return null
  return `lines add up to ${formatMoney(once, currency)}, but the total is ${formatMoney(total, currency)} (difference ${formatMoney(subtract(total, once), currency)})`
}

function otherCurrency({ charges, currency }: Order): string | null {
  const other = charges.filter((charge) => charge.currency !== null && currency !== null && charge.currency !== currency)
  return other.length === 0
    ? null
    : `order in ${currency}, ${other.map((charge) => `${charge.status} ${formatMoney(charge.amount, charge.currency)}`).join(', ')}`
}

function at({ createdAt }: Charge): string {
  const time = serviceTime(createdAt)
  return time ? ` at ${time.day} ${time.time}` : ''
}
