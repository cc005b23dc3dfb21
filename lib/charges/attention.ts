import { daysBetween, serviceTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import type { Charge, Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { moneyWords } from './money-words'
import { factsOf, isReadable, type OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import type { OutcomeKind } from './status'

/** Something in the history an agent should see before they answer. `find` leads to the order or orders it is about. */
export type AttentionItem = { key: string; kind: OutcomeKind; words: string; aside: string; find: string }

/** How long a voucher may be open before it is worth a word. */
const patience = 7 // days

/** `today` is a day key in the merchant account's zone. */
export function attentionItems(orders: readonly OrderOrUnreadable[], today: string): AttentionItem[] {
  const facts = orders.filter(isReadable).map(factsOf)
  return [
    ...facts.flatMap(settledTwice),
    ...facts.flatMap((each) => oldVouchers(each, today)),
    ...newValues(facts),
    ...unreadable(orders),
  ]
}

function settledTwice({ order, charges }: OrderFacts): AttentionItem[] {
  if (charges.received.length < 2) return []
  const amounts = charges.received.map(({ amount }) => moneyWords(amount, order.currency)).join(' and ')
  const words = `One order settled ${charges.received.length === 2 ? 'twice' : `${charges.received.length} times`} (${amounts}).`
  return [
    {
      key: `twice ${order.orderId}`,
      kind: 'deferred',
      words,
      aside: 'It may be a double payment, or a charge plus its service fee.',
      find: order.orderId,
    },
  ]
}

function oldVouchers({ order, charges, state }: OrderFacts, today: string): AttentionItem[] {
  return charges.open
    .filter(({ status }) => status === 'deferred')
    .map((charge) => ({ charge, age: ageInDays(charge, order, today) }))
    .filter(({ age }) => age > patience)
    .map(({ charge, age }) => ({
      key: `voucher ${charge.chargeId}`,
      kind: 'deferred',
      words: `A ${isVoucher(charge) ? 'voucher' : 'deferred payment'} for ${moneyWords(charge.amount, order.currency)} is still unpaid after ${age} days.`,
      aside:
        state === 'received'
          ? 'Another charge already paid this order. Don’t ask the customer to pay it.'
          : 'If it stays unpaid, it’s declined automatically.',
      find: order.orderId,
    }))
}

function newValues(facts: readonly OrderFacts[]): AttentionItem[] {
  const seen = facts.flatMap(({ order, charges }) => charges.other.map(({ status }) => ({ status, orderId: order.orderId })))
  return [...groupBy(seen, ({ status }) => status)].map(([status, items]) => {
    const orders = new Set(items.map(({ orderId }) => orderId))
    return {
      key: `value ${status}`,
      kind: 'neutral',
      words: `Unrecognised status “${status}” in ${orders.size === 1 ? '1 order' : `${orders.size} orders`}.`,
      aside: 'Not counted as received.',
      find: orders.size === 1 ? (items[0]?.orderId ?? '') : status,
    }
  })
}

function unreadable(orders: readonly OrderOrUnreadable[]): AttentionItem[] {
  const gaps = orders.filter((order) => !isReadable(order))
  if (gaps.length === 0) return []
  const words = gaps.length === 1 ? 'We couldn’t read 1 order.' : `We couldn’t read ${gaps.length} orders.`
  return [{ key: 'unreadable', kind: 'neutral', words, aside: 'Totals don’t include its amount.', find: gaps[0]?.orderId ?? '' }]
}

function ageInDays(charge: Charge, order: Order, today: string): number {
  const issued = serviceTime(charge.createdAt) ?? serviceTime(order.createdAt)
  return issued ? daysBetween(issued.day, today) : 0
}
