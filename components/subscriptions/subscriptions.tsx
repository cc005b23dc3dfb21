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
import type { KnownNow } from '@/lib/known'
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
  /** What is stored, shown where nothing can be or has been read. */
  known?: KnownNow | undefined
}

export function Subscriptions({ merchant, buyerId, isRead, lastPaid, verbs, known }: Props) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...operationQuery('listSubscriptions', { merchant, params: { buyerId } }),
    enabled: isRead,
  })
  const clock = useClock(dataUpdatedAt)
  const all = (isRead ? data?.data : undefined) ?? known?.subscriptions ?? []
  const ended = all.filter(hasEnded)

  return (
    <section aria-labelledby="subscriptions" className="min-w-0 print:hidden">
      <SectionHead title="Subscriptions" id="subscriptions" count={all.length > 0 ? (data?.meta.total ?? all.length) : undefined}>
        {verbs?.head}
      </SectionHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {!isRead && all.length === 0 && <NotKnown byId={verbs?.byId} />}
        {isRead && isPending && all.length === 0 && <SubscriptionsSkeleton />}
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
              stamps={known?.stamps[`subscription:${subscription.id}`]}
            />
          ))}
        {!isRead && all.length > 0 && <MoreMayExist byId={verbs?.byId} />}
        {ended.length > 0 && (
          <EndedSubscriptions subscriptions={ended} clock={clock} verbs={verbs} stamps={known?.stamps ?? {}} />
        )}
      </div>
    </section>
  )
}

function MoreMayExist({ byId }: { byId: ReactNode }) {
  return (
    <Card as="div" className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-muted text-table">
      <p className="min-w-0 flex-1 basis-64">
        Only what answers and colleagues have told is shown. The service does not let this merchant account list subscriptions, so
        there may be others.
      </p>
      {byId}
    </Card>
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
