'use client'

import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { StaleStamp } from '@/components/ui/stale-stamp'
import { useClock } from '@/components/ui/use-clock'
import type { Missing } from '@/lib/charges/history-pieces'
import { type LastPaid, notPaid } from '@/lib/charges/last-paid'
import { operationQuery } from '@/lib/client/operation-query'
import { cn } from '@/lib/core/cn'
import { describeProblem } from '@/lib/core/problem-words'
import { useReadState } from '@/lib/knowledge/client/use-read-state'
import type { KnownNow } from '@/lib/knowledge/known'
import type { UnconfirmedChange } from '@/lib/knowledge/subscription-fact'
import { byWeight } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { SubscriptionLine, type SubscriptionVerbs } from './subscription-line'

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
  /** What is unconfirmed, by the id of its subscription. */
  unconfirmed?: ReadonlyMap<string, UnconfirmedChange>
  verbs?: SubscriptionVerbs
  /** Few other controls are on the page, so a line may have two verbs. */
  hasRoom?: boolean
  /** Stored knowledge, shown if nothing could be read. */
  known?: KnownNow | undefined
}

/** So many that are over stand in full; more are folded to a line. */
const maxUnfolded = 3

const noneUnconfirmed: ReadonlyMap<string, UnconfirmedChange> = new Map()

export function Subscriptions({
  merchant,
  buyerId,
  isRead,
  lastPaid,
  missing,
  enabled,
  unconfirmed = noneUnconfirmed,
  verbs,
  hasRoom = false,
  known,
}: Props) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...operationQuery('listSubscriptions', { merchant, params: { buyerId } }),
    enabled: isRead,
  })
  const clock = useClock(dataUpdatedAt)
  const all = (isRead ? data?.data : undefined) ?? known?.subscriptions ?? []
  const { shown, over } = byWeight(all)
  const lineOf = (subscription: Subscription) => (
    <SubscriptionLine
      key={subscription.id}
      subscription={subscription}
      enabled={enabled}
      unconfirmed={unconfirmed.get(subscription.id) ?? null}
      lastPaid={lastPaid.get(subscription.product?.id ?? '') ?? notPaid(subscription.product?.id ?? null, missing)}
      clock={clock}
      isOnly={hasRoom && shown.length === 1}
      verbs={verbs}
      stamps={known?.stamps[`subscription:${subscription.id}`]}
    />
  )
  const isFolded = over.length > maxUnfolded && !over.some(({ id }) => unconfirmed.has(id))
  const isKnown = data !== undefined || all.length > 0
  const { stamp, problem, isUnknown } = useReadState({ error, isKnown, at: dataUpdatedAt, clock })
  return (
    <Card aria-labelledby="subscriptions" className={cn('print:hidden', stamp && 'stale')}>
      <CardHead title="Subscriptions" id="subscriptions" count={all.length > 0 ? (data?.meta.total ?? all.length) : undefined}>
        {stamp && <StaleStamp {...stamp} onRetry={() => void refetch()} />}
        {verbs?.head}
      </CardHead>
      {!isRead && all.length === 0 && <NotKnown byId={verbs?.byId} />}
      {isRead && isPending && all.length === 0 && <SubscriptionsSkeleton />}
      {isUnknown && <p className="px-4 py-3 text-muted text-table">Unknown until the service answers.</p>}
      {problem && (
        <ProblemNotice
          {...describeProblem(problem)}
          onRetry={describeProblem(problem).again ? () => void refetch() : undefined}
          className="m-3"
        />
      )}
      {isRead && data && all.length === 0 && (
        <p className="px-4 py-3 text-muted text-table">
          The service has no subscriptions for this buyer. One-off purchases appear only in the charge history.
        </p>
      )}
      <div className="divide-y">
        {(isFolded ? shown : [...shown, ...over]).map(lineOf)}
        {isFolded && (
          <details>
            <summary className="flex min-h-11 items-center px-4 text-ink-2 text-table">{`${over.length} ended`}</summary>
            <div className="divide-y border-t">{over.map(lineOf)}</div>
          </details>
        )}
        {!isRead && all.length > 0 && <MoreMayExist byId={verbs?.byId} />}
      </div>
    </Card>
  )
}

function MoreMayExist({ byId }: { byId: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-muted text-table">
      <p className="min-w-0 flex-1 basis-64">
        This merchant account can’t list subscriptions, so this shows only what we’ve learned from answers and colleagues. There
        may be others.
      </p>
      {byId}
    </div>
  )
}

function NotKnown({ byId }: { byId: ReactNode }) {
  return (
    <EmptyState icon={Layers} title="Subscriptions unavailable" actions={byId}>
      This merchant account can’t list subscriptions. Find purchases in the charge history. To see whether one is active, check
      the service’s own panel. The answer to any action on it shows this too.
    </EmptyState>
  )
}

/** Placeholder: two lines. */
function SubscriptionsSkeleton() {
  return (
    <div aria-busy className="divide-y">
      <p role="status" className="sr-only">
        Loading subscriptions
      </p>
      {[0, 1].map((line) => (
        <div key={line} className="flex h-11 items-center gap-4 px-4">
          <Skeleton className="h-3.5 w-43" />
          <Skeleton className="h-3.5 w-48" />
        </div>
      ))}
    </div>
  )
}
