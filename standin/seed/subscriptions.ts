import { seededProduct } from '../catalogue/products'
import type { Currency } from '../money'
import type { StatusEntry, Subscription } from '../records'
import { addDays, withOffset } from '../time'

type SubscriptionInput = Partial<Omit<Subscription, 'statusInfo'>> & {
  id: string
  code: string
  currency: Currency
  /** Days from now until the end date; negative when it is past. */
  endsIn: number
  /** Entries of statusInfo, each so many days ago. */
  history?: [status: string, reason: string, daysAgo: number][]
}

/** A subscription that began one term before its end date, relative to now. */
export function subscriptionOf(now: Date, { code, endsIn, history = [], ...given }: SubscriptionInput): Subscription {
  const product = seededProduct(code)
  const start = addDays(now, endsIn - product.durationDays)
  const entries = history.map(
    ([status, reason, daysAgo]): StatusEntry => ({ status, reason, createdAt: withOffset(addDays(now, -daysAgo)) }),
  )
  return {
    startDate: withOffset(start),
    endDate: withOffset(addDays(now, endsIn)),
    status: 'active',
    autoChargeStatus: true,
    isManual: false,
    createdAt: withOffset(start),
    freezeDetails: null,
    chargeMethodId: null,
    ...given,
    productId: product.id,
    statusInfo: entries,
  }
}
