'use client'

import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Ident } from '@/components/ui/ident'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { Skeleton } from '@/components/ui/skeleton'
import { type Clock, useClock } from '@/components/ui/use-clock'
import type { Missing } from '@/lib/charges/history-pieces'
import { type LastPaid, notPaid } from '@/lib/charges/last-paid'
import { operationQuery } from '@/lib/client/operation-query'
import { problemWords } from '@/lib/core/problem-words'
import type { KnownNow } from '@/lib/knowledge/known'
import { hasEnded, subscriptionStatus } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { Dated } from './dated'
import type { SubscriptionVerbs } from './subscription-card'
import { SubscriptionCard } from './subscription-card'
import { Aged, StatusBadge, StatusHistory } from './subscription-parts'

type Props = {
  merchant: string
  buyerId: string
  /** Whether the merchant account can read subscriptions at all. */
  isRead: boolean
  /** The last payment by product id, because the service gives no price for a subscription. */
  lastPaid: ReadonlyMap<string, LastPaid>
  /** What part of the history is missing from `lastPaid`, or null. */
  missing: Missing | null
  /** Whether each known token of the buyer is enabled. */
  enabled: readonly (boolean | null)[]
  verbs?: SubscriptionVerbs
  /** Stored knowledge, shown if nothing could be read. */
  known?: KnownNow | undefined
}

export function Subscriptions({ merchant, buyerId, isRead, lastPaid, missing, enabled, verbs, known }: Props) {
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
              The service has no subscriptions for this buyer. One-off purchases appear only in the charge history.
            </EmptyState>
          </Card>
        )}
        {all
          .filter((subscription) => !hasEnded(subscription))
          .map((subscription) => (
            <SubscriptionCard
              key={subscription.id}
              subscription={subscription}
              enabled={enabled}
              lastPaid={lastPaid.get(subscription.product?.id ?? '') ?? notPaid(subscription.product?.id ?? null, missing)}
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
        This merchant account can’t list subscriptions, so this shows only what we’ve learned from answers and colleagues. There
        may be others.
      </p>
      {byId}
    </Card>
  )
}

function NotKnown({ byId }: { byId: ReactNode }) {
  return (
    <Card as="div">
      <EmptyState icon={Layers} title="Subscriptions unavailable" actions={byId}>
        This merchant account can’t list subscriptions. Find purchases in the charge history. To see whether one is active, check
        the service’s own panel. The answer to any action on it shows this too.
      </EmptyState>
    </Card>
  )
}

/** Placeholder: one card with four facts. */
function SubscriptionsSkeleton() {
  return (
    <Card as="div" aria-busy>
      <p role="status" className="sr-only">
        Loading subscriptions
      </p>
      <div className="flex min-h-11 items-center gap-2 border-b px-4">
        <Skeleton className="h-3.5 w-43" />
        <Skeleton className="h-5 w-14" />
      </div>
      <div className="grid grid-cols-2 md:grid-cols-4">
        {['Started', 'End date', 'Autocharge', 'Plan'].map((fact) => (
          <div key={fact} className="grid gap-1.5 px-4 pt-3 pb-4">
            <Skeleton className="h-2.5 w-13" />
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-2.5 w-18" />
          </div>
        ))}
      </div>
    </Card>
  )
}

type EndedSubscriptionsProps = {
  subscriptions: readonly Subscription[]
  clock: Clock
  verbs?: SubscriptionVerbs
  stamps?: KnownNow['stamps']
}

/** Ended subscriptions, one line each. */
function EndedSubscriptions({ subscriptions, clock, verbs, stamps = {} }: EndedSubscriptionsProps) {
  return (
    <Card as="div" className="divide-y">
      {subscriptions.map((subscription) => {
        const { id, product, status, endDate, statusInfo } = subscription
        return (
          <article key={id}>
            <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-4 text-table">
              <h3 className="min-w-0 font-semibold">
                <bdi>{product?.name ?? 'Unnamed product'}</bdi>
              </h3>
              <StatusBadge status={status} />
              <span className="text-muted tabular-nums">
                <Aged stamp={stamps[`subscription:${id}`]?.endDate} clock={clock}>
                  end date
                </Aged>{' '}
                <Dated iso={endDate} clock={clock} />
              </span>
              <span className="ml-auto flex items-center gap-2">
                <Ident value={id} align="end" />
                {verbs?.endedMenu(subscription)}
              </span>
            </div>
            {status !== 'expired' && <p className="px-4 pb-2 text-meta text-muted">{subscriptionStatus(status)?.meaning}</p>}
            <StatusHistory entries={statusInfo} clock={clock} />
          </article>
        )
      })}
    </Card>
  )
}
