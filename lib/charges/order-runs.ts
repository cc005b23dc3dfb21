import { shortDay } from '@/lib/core/dates'
import { sum } from '@/lib/core/money'
import { currencyOf } from '@/lib/operations/effects/facts'
import type { Charge, Order, OrderOrUnreadable } from '../operations/schemas/charge-history'
import { formatMoney } from './money-words'
import { factsOf, isReadable, productTitle } from './order-facts'
import { orderDay } from './order-months'
import { methodName } from './payment-method-words'
import { isEntry, ordersIn, type TimelineRow } from './timeline'

/** Orders in a row that are alike and were each paid at their only attempt, newest first. */
export type OrderRun = { orders: Order[]; charge: Charge }

export type RowOrRun = TimelineRow | OrderRun

export const isRun = (row: RowOrRun): row is OrderRun => 'orders' in row

/** From so many orders on, rows that are alike become one. */
const shortest = 3
/** So many of the newest orders are always rows of their own. */
const newestShown = 3

/** The orders that are never in a run, whatever is like them: the newest of a list, and those that were asked for. */
export function shownAlone(rows: readonly TimelineRow[], asked: string | null): Set<OrderOrUnreadable> {
  const orders = ordersIn(rows)
  return new Set([...orders.slice(0, newestShown), ...orders.filter(({ orderId }) => asked !== null && orderId === asked)])
}

/** Rows with the runs among them folded to one. What was done to the buyer in between ends a run, so it stays in sight. */
export function runsIn(rows: readonly TimelineRow[], alone: ReadonlySet<OrderOrUnreadable>): RowOrRun[] {
  const groups: { key: string | null; rows: TimelineRow[] }[] = []
  for (const row of rows) {
    const key = isEntry(row) || alone.has(row) ? null : keyOf(row)
    const last = groups.at(-1)
    if (last && key !== null && last.key === key) last.rows.push(row)
    else groups.push({ key, rows: [row] })
  }
  return groups.flatMap(({ rows: alike }) => (alike.length < shortest ? alike : runOf(alike)))
}

function runOf(rows: readonly TimelineRow[]): RowOrRun[] {
  const orders = ordersIn(rows).filter(isReadable)
  const charge = orders[0]?.charges[0]
  return charge ? [{ orders, charge }] : [...rows]
}

/** What orders of a run have in common; null for an order that is never in one. */
function keyOf(order: OrderOrUnreadable): string | null {
  if (!isReadable(order) || orderDay(order) === null) return null
  const { attempts } = factsOf(order)
  const [only, ...more] = attempts
  if (!only || more.length > 0 || only.family !== 'received') return null
  const products = order.products.map((product) => [product.id, productTitle(product)])
  return JSON.stringify([products, only.charge.amount, currencyOf(only.charge, order), methodName(only.charge.paymentMethod)])
}

/** What is said of a run: `27 × 5.45 EUR`, `1 to 19 Nov`, and its sum. */
export function describeRun({ orders, charge }: OrderRun) {
  const [newest, oldest] = [orders[0], orders.at(-1)].map((order) => (order ? orderDay(order) : null))
  const currency = orders[0] ? currencyOf(charge, orders[0]) : ''
  return {
    title: `${orders.length.toLocaleString('en')} × ${formatMoney(charge.amount, currency)}`,
    days: formatSpan(oldest ?? '', newest ?? ''),
    amount: sum(orders.flatMap(({ charges }) => charges.map(({ amount }) => amount))),
    currency,
  }
}

/** `1 to 19 Nov` of two day keys of one month, `21 Nov` of one day. */
function formatSpan(from: string, to: string): string {
  const last = shortDay(to, to)
  return from === to ? last : `${Number(from.slice(8))} to ${last}`
}
