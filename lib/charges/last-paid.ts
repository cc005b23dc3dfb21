import { serviceTime } from '@/lib/core/dates'
import type { Order } from '../operations/schemas/charge-history'
import type { Missing } from './history-pieces'
import { factsOf } from './order-facts'

/** What a product last cost this buyer: the line of the newest order with money received. `day` is service time. */
export type LastPaid = { amount: string | null; currency: string | null; day: string | null }

/** What can be said where no payment for a subscription was seen. */
export type NotPaid = { words: string }

/** Keyed by product id. The list of subscriptions tells no price (service-facts 3.3), so this is the nearest to one. */
export function lastPaidByProduct(orders: readonly Order[]): Map<string, LastPaid> {
  const paid = new Map<string, LastPaid>()
  for (const order of orders) {
    if (factsOf(order).state !== 'received') continue
    for (const { id, prices } of order.products) {
      const amount = prices?.amountWithDiscountAndCouponAndTax
      if (id && !paid.has(id))
        paid.set(id, { amount: amount ?? null, currency: order.currency, day: serviceTime(order.createdAt)?.day ?? null })
    }
  }
  return paid
}

/** Why no payment is shown for a product: there was none only where the whole history says so. */
export function notPaid(productId: string | null, missing: Missing | null): NotPaid {
  if (productId === null) return { words: 'unknown, because the product is unknown' }
  if (missing === null) return { words: 'no payment in the charge history' }
  return { words: missing.among === null ? `unknown. ${missing.says}` : `no payment ${missing.among}` }
}
