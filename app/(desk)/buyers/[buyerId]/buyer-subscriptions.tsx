'use client'

import Link from 'next/link'
import { ByIdButton } from '@/components/actions/by-id-button'
import { CheckNow, LockedVerb, SubscriptionFactVerbs, SubscriptionMenu } from '@/components/actions/subscription-verbs'
import { longFrom } from '@/components/charges/charge-history'
import type { SubscriptionVerbs } from '@/components/subscriptions/subscription-line'
import { Subscriptions } from '@/components/subscriptions/subscriptions'
import { buttonClass } from '@/components/ui/button-class'
import { unconfirmedChange } from '@/lib/commands/action'
import type { useBuyer } from './use-buyer'

type Props = { merchant: string; buyerId: string; isRead: boolean; buyer: ReturnType<typeof useBuyer> }

/** The buyer's subscriptions with what can be done to them, and what of it is unconfirmed. */
export function BuyerSubscriptions({ buyer, ...panel }: Props) {
  const { lastPaid, missing, enabled, stored, history } = buyer
  const unconfirmed = new Map(
    buyer.unconfirmed.flatMap((action) => {
      const id = action.request.params.subscriptionId
      return id === undefined ? [] : [[id, unconfirmedChange(action)] as const]
    }),
  )
  return (
    <Subscriptions
      {...panel}
      lastPaid={lastPaid}
      missing={missing}
      enabled={enabled}
      unconfirmed={unconfirmed}
      // A long history has filters and months, and all of its controls are to be seen at once.
      hasRoom={history.complete && history.orders.length < longFrom}
      verbs={{ ...subscriptionVerbs, head: pricesLink(panel.buyerId) }}
      known={stored}
    />
  )
}

// The verbs belong to a subject of their own; here they come to stand beside the facts they change.
const subscriptionVerbs: SubscriptionVerbs = {
  beside: (subscription, fact) => <SubscriptionFactVerbs subscription={subscription} fact={fact} />,
  menu: (subscription, details) => <SubscriptionMenu subscription={subscription} details={details} />,
  check: (subscription) => <CheckNow subscription={subscription} />,
  locked: (subscription) => <LockedVerb subscription={subscription} />,
  byId: <ByIdButton of="subscription" />,
}

const pricesLink = (buyerId: string) => (
  <Link href={`/buyers/${buyerId}/prices`} prefetch={false} className={buttonClass({ size: 'small', variant: 'quiet' })}>
    Calculate prices
  </Link>
)
