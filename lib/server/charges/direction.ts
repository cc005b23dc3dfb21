import 'server-only'
import { serviceTime } from '@/lib/dates'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'

/** Whether the service lists the oldest or the newest order first, which is not documented (service-facts 2.13). */
export type Direction = 'older-first' | 'newer-first'

/** The direction that the orders of one answer show. */
export function directionOf(orders: readonly OrderOrGap[]): Direction {
  const days = orders
    .map((order) => ('unreadable' in order ? null : serviceTime(order.createdAt)))
    .filter((time) => time !== null)
  const [first, last] = [days[0], days.at(-1)]
  return first && last && `${first.day} ${first.time}` > `${last.day} ${last.time}` ? 'newer-first' : 'older-first'
}
