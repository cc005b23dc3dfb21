import { serviceTime } from '@/lib/core/dates'
import type { OrderOrUnreadable } from '../operations/schemas/charge-history'
import type { LoadedHistory } from './history-pieces'
import { isReadable } from './order-facts'

/**
 * Something that was done to the buyer, in its place among the orders. `time` is `Y-m-d H:i:s` in the zone of the service's day,
 * `text` what it is found by.
 */
export type Entry = { entryId: string; time: string; text: string }

export type TimelineRow = OrderOrUnreadable | Entry

export const isEntry = (row: TimelineRow): row is Entry => 'entryId' in row

/** The orders among the rows. */
export const ordersIn = (rows: readonly TimelineRow[]): OrderOrUnreadable[] =>
  rows.filter((row): row is OrderOrUnreadable => !isEntry(row))

/** When an order was made, as an entry writes it; null where that cannot be read. */
function timeOf(order: OrderOrUnreadable): string | null {
  const time = isReadable(order) ? serviceTime(order.createdAt) : null
  return time && `${time.day} ${time.time}`
}

/** How far back the loaded orders reach: what was done before that would stand under orders it is newer than. Null: to the very beginning. */
export function reachOf({ orders, complete }: Pick<LoadedHistory, 'orders' | 'complete'>): string | null {
  if (complete) return null
  return orders.map(timeOf).findLast((time) => time !== null) ?? '9999'
}

/** Orders and entries, each newest first, as one list. An order without a time stays with the one before it. */
export function timelineOf(orders: readonly OrderOrUnreadable[], entries: readonly Entry[]): TimelineRow[] {
  const rows: TimelineRow[] = []
  const left = entries.toReversed()
  for (const order of orders) {
    const time = timeOf(order)
    for (let next = left.at(-1); next && time !== null && next.time >= time; next = left.at(-1)) {
      rows.push(next)
      left.pop()
    }
    rows.push(order)
  }
  return [...rows, ...left.toReversed()]
}
