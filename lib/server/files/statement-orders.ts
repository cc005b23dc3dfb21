import 'server-only'
import { noFilter, passes } from '@/lib/charges/filter'
import { leftOut } from '@/lib/files/left-out'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { everyOrder, readingBegun } from '../charges/every-order'
import type { About } from '../charges/newest-first'

/** More would be no page for people; a file has them all. */
const most = 2_000

type Period = { from: string | null; to: string | null }

/** The orders of a period for paper, oldest first and masked, and in a sentence what stands there and what does not. */
export async function statementOrders(about: About, period: Period): Promise<{ orders: OrderOrGap[]; words: string }> {
  const reading = readingBegun()
  const orders: OrderOrGap[] = []
  let cut: string | null = null
  for await (const order of everyOrder(about, 'oldest-first', reading)) {
    if ('unreadable' in order ? false : !passes(order, { ...noFilter, ...period })) continue
    if (orders.length === most) {
      cut = `A statement holds ${most} orders. Choose a shorter period.`
      break
    }
    orders.push(order)
  }
  const told = { ...reading, rows: orders.length, orders: orders.length, filter: period, cut }
  return { orders, words: leftOut(told).join(' ') }
}
