import type { ReactNode } from 'react'
import type { Subscription } from '@/lib/operations/schemas/subscription'

/** What can be done to a subscription, beside the fact it changes. The page puts it in: this subject only shows what is known. */
export type SubscriptionVerbs = {
  /** Beside the heading: what is about all of them. */
  head?: ReactNode
  endDate: (subscription: Subscription) => ReactNode
  autocharge: (subscription: Subscription) => ReactNode
  /** At the end of the card's head. */
  menu: (subscription: Subscription) => ReactNode
  /** At the end of the row of one that is over. */
  endedMenu: (subscription: Subscription) => ReactNode
  /** Where none can be listed. */
  byId: ReactNode
}
