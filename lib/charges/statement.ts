import { serviceTime } from '@/lib/core/dates'
import { groupBy } from '@/lib/core/group-by'
import { sum } from '@/lib/core/money'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { moneyOfRow, monthOf } from './money-pieces'
import { factsOf, type OrderFacts, productTitle, tellingCharge } from './order-facts'
import { noChargeFilter } from './order-filter'
import { methodName } from './payment-method-words'
import { holdsMonth } from './periods'
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

/** A statement of these orders, a part for each currency, the one with the most orders that received money first. `month` leaves its own money alone. */
export function statementParts(orders: readonly Order[], month: string | null = null): StatementPart[] {
  const lines = orders.flatMap((order) => linesOf(factsOf(order), month))
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
function linesOf(facts: OrderFacts, month: string | null): { currency: string; line: StatementLine }[] {
  const { order } = facts
  const line = {
    day: serviceTime(firstCharge(facts, month)?.createdAt ?? order.createdAt)?.day ?? null,
    orderId: order.orderId ?? '',
    products: order.products.map((product) => productTitle(product) ?? '–'),
    method: methodName(tellingCharge(facts)?.paymentMethod ?? null),
  }
  return moneyOfRow(facts, { ...noChargeFilter, month }).map(({ currency, amount, tax, family, pieces }) => ({
    currency: currency ?? '',
    line: { ...line, state: family, outcome: family === 'received' ? describeReceived(pieces) : outcomes[family], tax, amount },
  }))
}

/** A month's line has the day of its first charge in that month; otherwise it has the order's. */
const firstCharge = ({ order, attempts }: OrderFacts, month: string | null) =>
  month === null ? undefined : attempts.find(({ charge }) => holdsMonth(month, monthOf(charge, order)))?.charge

const describeReceived = (pieces: number) =>
  pieces < 2 ? outcomes.received : `received ${pieces === 2 ? 'twice' : `${pieces} times`}`

const outcomes: Record<ChargeFamily, string> = { received: 'received', open: 'open', lost: 'not paid', other: 'unrecognised' }
