'use client'

import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import { ByIdButton } from '@/components/actions/by-id-button'
import { SubscriptionFactVerbs, SubscriptionMenu } from '@/components/actions/subscription-verbs'
import { useBuyerActions } from '@/components/actions/use-buyer-actions'
import { AnswerBand } from '@/components/buyer/answer-band'
import type { SubscriptionVerbs } from '@/components/subscriptions/subscription-line'
import { Subscriptions } from '@/components/subscriptions/subscriptions'
import { buttonClass } from '@/components/ui/button-class'
import { answerOf } from '@/lib/charges/answer'
import type { Proof } from '@/lib/charges/answer-parts'
import type { useBuyer } from './use-buyer'

type Buyer = ReturnType<typeof useBuyer>

type AnswerProps = {
  buyer: Buyer
  isGuided: boolean
  onShow: (proof: Proof) => void
  /** What the buyer may want. */
  children: ReactNode
}

/** The answer, from the history and from what isn't confirmed. */
export function BuyerAnswer({ buyer: { history, today, money, missing }, isGuided, onShow, children }: AnswerProps) {
  const { open } = useBuyerActions()
  const unconfirmed = open.find(({ state }) => state === 'unconfirmed')?.words ?? null
  const answer = useMemo(() => answerOf(history, { today, unconfirmed }), [history, today, unconfirmed])
  return (
    <AnswerBand answer={answer} money={money} among={missing?.among ?? null} isGuided={isGuided} onShow={onShow}>
      {children}
    </AnswerBand>
  )
}

/** The subscriptions with their verbs, and which of them isn't confirmed. */
export function BuyerSubscriptions({ buyer, ...panel }: { merchant: string; buyerId: string; isRead: boolean; buyer: Buyer }) {
  const { open } = useBuyerActions()
  const unconfirmed = new Map(
    open.flatMap(({ state, words, request }) => {
      const id = request.params.subscriptionId
      return state === 'unconfirmed' && id !== undefined ? [[id, words] as const] : []
    }),
  )
  const { lastPaid, missing, enabled, stored } = buyer
  return (
    <Subscriptions
      {...panel}
      lastPaid={lastPaid}
      missing={missing}
      enabled={enabled}
      unconfirmed={unconfirmed}
      verbs={{ ...subscriptionVerbs, head: pricesLink(panel.buyerId) }}
      known={stored}
    />
  )
}

// The verbs belong to a subject of their own; here they come to stand beside the facts they change.
const subscriptionVerbs: SubscriptionVerbs = {
  beside: (subscription, fact) => <SubscriptionFactVerbs subscription={subscription} fact={fact} />,
  menu: (subscription, details) => <SubscriptionMenu subscription={subscription} details={details} />,
  byId: <ByIdButton of="subscription" />,
}

const pricesLink = (buyerId: string) => (
  <Link href={`/buyers/${buyerId}/prices`} prefetch={false} className={buttonClass({ size: 'small', variant: 'quiet' })}>
    Calculate prices
  </Link>
)
