import { groupBy } from '@/lib/core/group-by'
import { sum } from '@/lib/core/money'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Charge, Order } from '../operations/schemas/charge-history'
import { askedOf, factsOf, type OrderFacts } from './order-facts'
import { isVoucher } from './outcome'
import { isBelowZero } from './status'

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

/** One receipt, or one amount that did not become money. `isFirst`: of its order, in its currency. */
type Piece = { currency: string; amount: string } & ({ word: string } | { usd: string | null; isFirst: boolean })

/** Money of many orders by currency (product rule 5): settled and captured only, two currencies never added. */
export function moneyByCurrency(orders: readonly Order[]): CurrencyMoney[] {
  const byCurrency = groupBy(orders.map(factsOf).flatMap(piecesOf), ({ currency }) => currency)
  return [...byCurrency]
    .map(([currency, pieces]) => moneyOf(currency, pieces))
    .toSorted((a, b) => b.receivedOrders - a.receivedOrders)
}

function moneyOf(currency: string, pieces: readonly Piece[]): CurrencyMoney {
  const received = pieces.filter((piece) => 'usd' in piece)
  const missed = pieces.filter((piece) => 'word' in piece)
  const usd = received.map((piece) => piece.usd).filter((amount) => amount !== null)
  return {
    currency,
    received: received.length === 0 ? null : sum(received.map(({ amount }) => amount)),
    usd: usd.length === 0 ? null : sum(usd),
    withoutUsd: received.length - usd.length,
    receivedOrders: received.filter(({ isFirst }) => isFirst).length,
    notReceived: [...groupBy(missed, ({ word }) => word)].map(([word, items]) => ({
      word,
      amount: sum(items.map(({ amount }) => amount)),
    })),
  }
}

// Several declined attempts ask for the same money, so a lost order counts once, with what it asked for. An attempt that was
// declined before the order was paid is not money missed at all. What is open or unknown counts by itself.
function piecesOf(facts: OrderFacts): Piece[] {
  const { order, charges, state } = facts
  const of = (charge: Charge) => ({ currency: currencyOf(charge, order), amount: charge.amount })
  const { amount, currency } = askedOf(facts)
  const lost = state !== 'lost' || amount === null ? [] : [{ amount, currency: currency ?? '', word: 'declined' }]
  return [
    ...charges.received.map((charge, index, all) => ({
      ...of(charge),
      usd: charge.amountInUsd,
      isFirst: all.findIndex((each) => currencyOf(each, order) === currencyOf(charge, order)) === index,
    })),
    ...lost,
    ...charges.open.map((charge) => ({ ...of(charge), word: openWord(charge) })),
    ...charges.other.map((charge) => ({ ...of(charge), word: isBelowZero(charge) ? 'less than zero' : charge.status })),
  ]
}

const openWord = (charge: Charge) => (charge.status === 'deferred' && isVoucher(charge) ? 'voucher' : charge.status)
