import Big from 'big.js'
import type { Product } from '../catalogue/products'
import { rounded } from '../money'
import type { Subscription } from '../records'
import { dayInMs } from '../time'

/**
 * What is left to pay when a subscription moves to another product: the new price less the list value of the days not used yet, and
 * never below zero. The documents call it "the payable part" (D56) and do not say how it is found; this is our reading.
 */
export function payablePart(newPrice: Big, subscription: Subscription, current: Product, now: Date): Big {
  const days = Math.ceil((new Date(subscription.endDate).getTime() - now.getTime()) / dayInMs)
  const unusedDays = Math.min(Math.max(days, 0), current.durationDays)
  const unusedValue = new Big(current.prices[subscription.currency]).times(unusedDays).div(current.durationDays)
  const payable = newPrice.minus(rounded(unusedValue, subscription.currency))
  return payable.lt(0) ? new Big(0) : payable
}
