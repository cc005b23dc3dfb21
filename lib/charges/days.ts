import { serviceTime } from '../dates'
import type { OrderOrGap } from '../operations/schemas/charge-history'
import { isReadable } from './order-facts'

/** Orders of one day, in the order given. `day` is null where the first of them has no readable time. */
export type OrderDay = { day: string | null; orders: OrderOrGap[] }

/** Orders under their day as the service gives it. One without a day stays with its neighbour: its place in the list is all that is known. */
export function daysOf(orders: readonly OrderOrGap[]): OrderDay[] {
  const days: OrderDay[] = []
  for (const order of orders) {
    const day = isReadable(order) ? (serviceTime(order.createdAt)?.day ?? null) : null
    const current = days.at(-1)
    if (current && (day === null || day === current.day)) current.orders.push(order)
    else days.push({ day, orders: [order] })
  }
  return days
}
