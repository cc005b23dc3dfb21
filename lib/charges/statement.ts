import { serviceTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { sum } from '@/lib/core/money'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { currencyOf } from './money-words'
import { askedFor, factsOf, type OrderFacts, productTitle, tellingCharge } from './order-facts'
import { methodName } from './payment-method-words'
import type { ChargeFamily } from './status'

/** An order on paper, in one currency. Amounts are decimals; null is what the service gave none of. */
export type StatementLine = {
  /** The day in service time. */
  day: string | null
  orderId: string
  products: string[]
  method: string
  state: ChargeFamily
  outcome: string
  tax: string | null
  amount: string | null
}

/** What the lines of an outcome come to; null where none of them has an amount. */
type Total = { orders: number; amount: string | null }

/** The orders of one currency: two are never added. `tax` is of what was received, of as many orders as the service gave it for. */
export type StatementPart = {
  currency: string
  lines: StatementLine[]
  totals: Record<ChargeFamily, Total>
  tax: Total
}

/** A statement of these orders, a part for each currency, the one with the most orders that received money first. */
export function statementParts(orders: readonly Order[]): StatementPart[] {
  const lines = orders.flatMap((order) => linesOf(factsOf(order)))
  return [...groupBy(lines, ({ currency }) => currency)]
    .map(([currency, of]) =>
      partOf(
        currency,
        of.map(({ line }) => line),
      ),
    )
    .toSorted(
      (one, other) => other.totals.received.orders - one.totals.received.orders || one.currency.localeCompare(other.currency),
    )
}

function partOf(currency: string, lines: StatementLine[]): StatementPart {
  const of = (state: ChargeFamily) => lines.filter((line) => line.state === state)
  const total = (some: readonly StatementLine[], value: 'amount' | 'tax') => {
    const given = some.flatMap((line) => line[value] ?? [])
    return { orders: value === 'tax' ? given.length : some.length, amount: given.length === 0 ? null : sum(given) }
  }
  return {
    currency,
    lines,
    totals: {
      received: total(of('received'), 'amount'),
      open: total(of('open'), 'amount'),
      lost: total(of('lost'), 'amount'),
      other: total(of('other'), 'amount'),
    },
    tax: total(of('received'), 'tax'),
  }
}

/** An order that received money in two currencies has a line in each. */
function linesOf(facts: OrderFacts): { currency: string; line: StatementLine }[] {
  const { order, state, charges } = facts
  const line = {
    day: serviceTime(order.createdAt)?.day ?? null,
    orderId: order.orderId ?? '',
    products: order.products.map((product) => productTitle(product) ?? '–'),
    method: methodName(tellingCharge(facts)?.paymentMethod ?? null),
    state,
    outcome: outcomes[state],
  }
  const taxIn = (currency: string) => (currency === (order.currency ?? '') ? (order.totalPrices?.tax ?? null) : null)
  if (state === 'received') {
    const byCurrency = groupBy(charges.received, (charge) => currencyOf(charge, order))
    return [...byCurrency].map(([currency, received]) => ({
      currency,
      line: {
        ...line,
        outcome: received.length > 1 ? `received ${received.length === 2 ? 'twice' : `${received.length} times`}` : line.outcome,
        tax: taxIn(currency),
        amount: sum(received.map(({ amount }) => amount)),
      },
    }))
  }
  const charge = tellingCharge(facts)
  const asked = order.totalPrices?.amountWithDiscountAndCouponAndTax ?? null
  const currency = asked === null && charge ? currencyOf(charge, order) : (order.currency ?? '')
  return [{ currency, line: { ...line, tax: taxIn(currency), amount: askedFor(facts) } }]
}

const outcomes: Record<ChargeFamily, string> = { received: 'received', open: 'open', lost: 'not paid', other: 'unrecognised' }
