import 'server-only'
import { invalid } from '@/lib/core/problem'
import type { OrdersPage } from '../history-pieces'
import { type Cursor, listings } from './order-pieces'
import type { BuyerOf } from './order-source'
import { readOrders } from './read-orders'

/** A page of the charge history, newest first, and what it says is noted. `cursor` is the `next` of the page before, null for the first. */
export async function ordersPage(whose: BuyerOf, cursor: string | null, signal?: AbortSignal): Promise<OrdersPage> {
  const from = cursor === null ? undefined : readCursor(cursor)
  const pages = readOrders(whose, { order: 'newest-first', from, signal, noted: true })
  const { done, value } = await pages.next()
  if (done) return { orders: [], total: value.total, next: null }
  await pages.return(value.progress)
  const { orders, next, progress } = value
  return { orders: orders.map(({ order }) => order), total: progress.total, next: next && `${next.direction}:${next.at}` }
}

function readCursor(text: string): Cursor {
  const [, listing, at] = /^([a-z-]+):(\d{1,9})$/.exec(text) ?? []
  const direction = listings.find((each) => each === listing)
  if (direction === undefined) throw invalid([{ field: 'cursor', title: 'Unknown cursor. Use one from an earlier answer.' }])
  return { direction, at: Number(at) }
}
