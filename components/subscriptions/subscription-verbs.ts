import type { ReactNode } from 'react'
import type { Subscription } from '@/lib/operations/schemas/subscription'

/** What can be done to a subscription, beside the fact it changes. The page puts it in: this subject only shows what is known. */
export type SubscriptionVerbs = {
  /** Beside the heading: what is about all of them. */
  head?: ReactNode
  /** At the end of its line: the verbs beside one of its facts. */
  beside: (subscription: Subscription, fact: 'endDate' | 'autoChargeStatus') => ReactNode
  /** After it: every verb. */
  menu: (subscription: Subscription) => ReactNode
  /** Where none can be listed. */
  byId: ReactNode
}
