import { serviceTime } from '@/lib/core/dates'
import { type Money, sumByCurrency } from '@/lib/core/money'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { OrderOrUnreadable } from '../operations/schemas/charge-history'
import { factsOf, isReadable } from './order-facts'
import { isEntry, ordersIn, type TimelineRow } from './timeline'

/** What the orders under a heading come to. `received` has a sum for each currency. */
export type OrderFigures = {
  orders: number
  paid: number
  declined: number
  open: number
  unreadable: number
  received: Money[]
}

/** The rows of one month, in the order given. `month` is `YYYY-MM`, null where no row has a readable time. */
export type OrderMonth = OrderFigures & { month: string | null; rows: TimelineRow[] }

/** A year and its months, in the order given. `year` is `YYYY`, null for rows without a readable time. */
export type OrderYear = OrderFigures & { year: string | null; months: OrderMonth[] }

/** Rows by the month of the service's day. An order without a time stays with the row before it, because its place is all we know. */
export function monthsOf(rows: readonly TimelineRow[]): OrderMonth[] {
  const byMonth = new Map<string | null, TimelineRow[]>()
  let current: string | null = null
  for (const row of rows) {
    current = monthOf(row) ?? current
    const known = byMonth.get(current)
    if (known) known.push(row)
    else byMonth.set(current, [row])
  }
  return [...byMonth].map(([month, ofMonth]) => ({ month, rows: ofMonth, ...figuresOf(ofMonth) }))
}

/** Months under their years. */
export function yearsOf(months: readonly OrderMonth[]): OrderYear[] {
  const years: OrderYear[] = []
  for (const month of months) {
    const year = month.month?.slice(0, 4) ?? null
    const current = years.at(-1)
    if (current && current.year === year) current.months.push(month)
    else years.push({ year, months: [month], ...noFigures })
  }
  return years.map((year) => ({ ...year, ...added(year.months) }))
}

/** `30 orders, 1 declined`: how many there are, and how many of them aren't paid. */
export function describeFigure({ orders, declined, open, unreadable }: OrderFigures): string {
  const some = (count: number, word: string) => count > 0 && `${count.toLocaleString('en')} ${word}`
  const all = `${orders.toLocaleString('en')} ${orders === 1 ? 'order' : 'orders'}`
  return [all, some(declined, 'declined'), some(open, 'open'), some(unreadable, 'unreadable')].filter(Boolean).join(', ')
}

const noFigures: OrderFigures = { orders: 0, paid: 0, declined: 0, open: 0, unreadable: 0, received: [] }

function figuresOf(rows: readonly TimelineRow[]): OrderFigures {
  const orders = ordersIn(rows)
  const facts = orders.filter(isReadable).map(factsOf)
  const count = (wanted: string) => facts.filter(({ state }) => state === wanted).length
  const received = facts.flatMap(({ order, charges }) =>
    charges.received.map((charge) => ({ currency: currencyOf(charge, order), amount: charge.amount })),
  )
  return {
    orders: orders.length,
    paid: count('received'),
    declined: count('lost'),
    open: count('open'),
    unreadable: orders.length - facts.length,
    received: moneyIn(received),
  }
}

function added(parts: readonly OrderFigures[]): OrderFigures {
  const total = (field: Exclude<keyof OrderFigures, 'received'>) => parts.reduce((before, part) => before + part[field], 0)
  return {
    orders: total('orders'),
    paid: total('paid'),
    declined: total('declined'),
    open: total('open'),
    unreadable: total('unreadable'),
    received: moneyIn(parts.flatMap(({ received }) => received)),
  }
}

const moneyIn = (amounts: readonly Money[]): Money[] =>
  [...sumByCurrency(amounts)].map(([currency, amount]) => ({ currency, amount }))

function monthOf(row: TimelineRow): string | null {
  return (isEntry(row) ? row.time.slice(0, 10) : orderDay(row))?.slice(0, 7) ?? null
}

/** The service's day of an order, null where it can't be read. */
export const orderDay = (order: OrderOrUnreadable): string | null =>
  isReadable(order) ? (serviceTime(order.createdAt)?.day ?? null) : null
