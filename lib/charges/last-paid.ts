import { serviceTime } from '../dates'
import type { Order } from '../operations/schemas/charge-history'
import { factsOf } from './order-facts'

/** What a product last cost this buyer: the line of the newest order with money received. `day` is service time. */
export type LastPaid = { amount: string; currency: string | null; day: string | null }

/** Keyed by product id. The list of subscriptions tells no price (service-facts 3.3), so this is the nearest to one. */
export function lastPaidByProduct(orders: readonly Order[]): Map<string, LastPaid> {
  const paid = new Map<string, LastPaid>()
  for (const order of orders) {
    if (factsOf(order).state !== 'received') continue
    for (const { id, prices } of order.products) {
      const amount = prices?.amountWithDiscountAndCouponAndTax
      if (id && amount && !paid.has(id))
        paid.set(id, { amount, currency: order.currency, day: serviceTime(order.createdAt)?.day ?? null })
    }
  }
  return paid
}
