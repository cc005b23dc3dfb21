import { groupBy } from '@/lib/core/group-by'
import { sum } from '@/lib/core/money'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { askedFor, factsOf, type OrderFacts } from './order-facts'
import { isVoucher } from './outcome'

/** One currency of a buyer. Amounts are decimal strings; null means there is nothing of the sort, which is not zero. */
export type CurrencyMoney = {
  /** ISO 4217, or empty where the orders name none. */
  currency: string
  received: string | null
  /** The sum of the USD amounts as given for what was received. */
  usd: string | null
  /** How many received charges came without a USD amount. */
  withoutUsd: number
  receivedOrders: number
  /** What did not become money, each with a word for it: `declined`, `voucher`, or the status as it came. */
  notReceived: { word: string; amount: string }[]
}

/** Money of many orders by currency (product rule 5): settled and captured only, two currencies never added. */
export function moneyByCurrency(orders: readonly Order[]): CurrencyMoney[] {
  const byCurrency = groupBy(orders.map(factsOf), ({ order }) => order.currency ?? '')
  return [...byCurrency]
    .map(([currency, facts]) => moneyOf(currency, facts))
    .toSorted((a, b) => b.receivedOrders - a.receivedOrders)
}

function moneyOf(currency: string, orders: readonly OrderFacts[]): CurrencyMoney {
  const received = orders.flatMap(({ charges }) => charges.received)
  const usd = received.map(({ amountInUsd }) => amountInUsd).filter((amount) => amount !== null)
  return {
    currency,
    received: received.length === 0 ? null : sum(received.map(({ amount }) => amount)),
    usd: usd.length === 0 ? null : sum(usd),
    withoutUsd: received.length - usd.length,
    receivedOrders: orders.filter(({ state }) => state === 'received').length,
    notReceived: [...groupBy(orders.flatMap(notReceived), ({ word }) => word)].map(([word, items]) => ({
      word,
      amount: sum(items.map(({ amount }) => amount)),
    })),
  }
}

// Several declined attempts ask for the same money, so a lost order counts once, with what it asked for. An attempt that was
// declined before the order was paid is not money missed at all. What is open or unknown counts by itself.
function notReceived(facts: OrderFacts): { word: string; amount: string }[] {
  const { charges, state } = facts
  const asked = askedFor(facts)
  const lost = state === 'lost' && asked !== null ? [{ word: 'declined', amount: asked }] : []
  const open = charges.open.map((charge) => ({ word: openWord(charge), amount: charge.amount }))
  const other = charges.other.map(({ status, amount }) => ({ word: status, amount }))
  return [...lost, ...open, ...other]
}

const openWord = (charge: Charge) => (charge.status === 'deferred' && isVoucher(charge) ? 'voucher' : charge.status)
