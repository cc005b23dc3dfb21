import 'server-only'
import { statementRule } from '@/lib/charges/filter-period'
import { digestOf, passes } from '@/lib/charges/order-digest'
import { isReadable } from '@/lib/charges/order-facts'
import { type ChargeFilter, noChargeFilter } from '@/lib/charges/order-filter'
import type { BuyerOf } from '@/lib/charges/server/order-source'
import { eachOrder, nothingRead, readOrders } from '@/lib/charges/server/read-orders'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { leftOut } from '../left-out'

/** More would be no page for people; a file has them all. */
const max = 2_000

type Period = Pick<ChargeFilter, 'month' | 'from' | 'to'>

/** The orders of a period for paper, oldest first and masked, and in a sentence what stands there and what does not. */
export async function statementOrders(whose: BuyerOf, period: Period): Promise<{ orders: Order[]; words: string }> {
  let progress = nothingRead
  const orders: Order[] = []
  let truncatedBecause: string | null = null
  const pages = readOrders(whose, { order: 'oldest-first' })
  const every = eachOrder(pages, (now) => {
    progress = now
  })
  for await (const order of every) {
    // What can’t be read is in no line and no sum, and the reader of the paper is told so.
    if (!isReadable(order) || !passes(digestOf(order, []), { ...noChargeFilter, ...period })) continue
    if (orders.length === max) {
      truncatedBecause = `A statement holds ${max.toLocaleString('en')} orders. Choose a shorter period.`
      break
    }
    orders.push(order)
  }
  const counts = { rows: orders.length, orders: orders.length + progress.unreadable, unlisted: true }
  const contents = { ...progress, ...counts, filter: period, truncatedBecause }
  return { orders, words: [statementRule(period), ...leftOut(contents)].filter(Boolean).join(' ') }
}
