'use client'

import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { useClock } from '@/components/ui/use-clock'
import type { LastPaid } from '@/lib/charges/last-paid'
import { operationQuery } from '@/lib/client/operation-query'
import { problemWords } from '@/lib/problem-words'
import { hasEnded } from '@/lib/subscription-words'
import { EndedSubscriptions } from './ended-subscriptions'
import { SubscriptionCard } from './subscription-card'
import type { SubscriptionVerbs } from './subscription-verbs'
import { SubscriptionsSkeleton } from './subscriptions-skeleton'

type Props = {
  merchant: string
  buyerId: string
  /** Whether the merchant account can read subscriptions at all. */
  isRead: boolean
  /** What each product last cost, by product id: the service tells no price of a subscription. */
  lastPaid: ReadonlyMap<string, LastPaid>
  verbs?: SubscriptionVerbs
}

export function Subscriptions({ merchant, buyerId, isRead, lastPaid, verbs }: Props) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...operationQuery('listSubscriptions', { merchant, params: { buyerId } }),
    enabled: isRead,
  })
  const clock = useClock(dataUpdatedAt)
  const all = isRead ? (data?.data ?? []) : []
  const ended = all.filter(hasEnded)

  return (
    <section aria-labelledby="subscriptions" className="min-w-0 print:hidden">
      <SectionHead title="Subscriptions" id="subscriptions" count={all.length > 0 ? (data?.meta.total ?? all.length) : undefined}>
        {verbs?.head}
      </SectionHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {!isRead && <NotKnown byId={verbs?.byId} />}
        {isRead && isPending && <SubscriptionsSkeleton />}
        {error && (
          <ProblemNotice {...problemWords(error)} onRetry={problemWords(error).again ? () => void refetch() : undefined} />
        )}
        {isRead && data && all.length === 0 && (
          <Card as="div">
            <EmptyState icon={Layers} title="No subscriptions">
              The service has none for this buyer. A single purchase leaves charges without a subscription.
            </EmptyState>
          </Card>
        )}
        {all
          .filter((subscription) => !hasEnded(subscription))
          .map((subscription) => (
            <SubscriptionCard
              key={subscription.id}
              subscription={subscription}
              lastPaid={lastPaid.get(subscription.product?.id ?? '') ?? null}
              clock={clock}
              verbs={verbs}
            />
          ))}
        {ended.length > 0 && <EndedSubscriptions subscriptions={ended} clock={clock} verbs={verbs} />}
      </div>
    </section>
  )
}

function NotKnown({ byId }: { byId: ReactNode }) {
  return (
    <Card as="div">
      <EmptyState icon={Layers} title="Subscriptions are not known" actions={byId}>
        The service does not let this merchant account list them. What was bought stands in the charge history; whether it still
        runs is told by the service’s own panel, and by the answer to any action on the subscription.
      </EmptyState>
    </Card>
  )
}
