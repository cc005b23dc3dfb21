'use client'

import { useQuery } from '@tanstack/react-query'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { late } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { StaleStamp } from '@/components/ui/stale-stamp'
import { useClock } from '@/components/ui/use-clock'
import type { MethodSeen } from '@/lib/charges/methods-seen'
import { operationQuery } from '@/lib/client/operation-query'
import { describeProblem } from '@/lib/core/problem-words'
import { useReadState } from '@/lib/knowledge/client/use-read-state'
import type { KnownNow } from '@/lib/knowledge/known'
import type { MethodVerbs } from './stored-method'
import { StoredMethod } from './stored-method'

// Most accounts can list tokens, so few pages need these.
const MethodsSeen = late(() => import('./unlisted-methods').then((file) => file.MethodsSeen))
const LooseTokens = late(() => import('./unlisted-methods').then((file) => file.LooseTokens))

type Props = {
  merchant: string
  buyerId: string
  /** Whether the merchant account can read tokens at all. */
  isRead: boolean
  /** The methods of the charge history, shown where the tokens cannot be read. */
  seen: readonly MethodSeen[]
  /** What part of the history is missing from `seen`, as a sentence, or null. */
  missing: string | null
  verbs?: MethodVerbs
  /** On a long page the only one is folded, too. */
  isFolded?: boolean
  /** Ids of the tokens that may be on or off: something was sent to them and not answered. */
  unconfirmed?: readonly string[]
  /** Stored knowledge, shown if nothing could be read. */
  known?: KnownNow | undefined
}

export function PaymentMethods({
  merchant,
  buyerId,
  isRead,
  seen,
  missing,
  verbs,
  isFolded = false,
  unconfirmed = [],
  known,
}: Props) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...operationQuery('listTokens', { merchant, params: { buyerId } }),
    enabled: isRead,
  })
  const methods = (isRead ? data?.data : undefined) ?? known?.methods ?? []
  const loose = data === undefined ? (known?.looseTokens ?? []) : []
  const clock = useClock(dataUpdatedAt)
  const shown = { verbs, unconfirmed, stamps: known?.stamps, clock, chargedOn: seen[0]?.lastDay ?? null }
  const count = isRead ? (data?.meta.total ?? methods.length) : seen.length
  const isKnown = data !== undefined || methods.length + loose.length > 0
  const { stamp, problem, isUnknown } = useReadState({ error, isKnown, at: dataUpdatedAt, clock })
  return (
    <Card aria-labelledby="payment-methods" className={stamp ? 'stale' : undefined}>
      <CardHead title="Payment methods" id="payment-methods" count={count > 0 ? count : undefined}>
        {stamp && <StaleStamp {...stamp} onRetry={() => void refetch()} />}
      </CardHead>
      <div className="[&>:not(details)]:mx-4 [&>:not(details)]:my-2.5">
        {!isRead && <MethodsSeen seen={seen} missing={missing} />}
        {isRead && isPending && methods.length + loose.length === 0 && <MethodsSkeleton />}
        {isUnknown && <p className="py-1 text-muted text-table">Unknown until the service answers.</p>}
        {problem && (
          <ProblemNotice
            {...describeProblem(problem)}
            onRetry={describeProblem(problem).again ? () => void refetch() : undefined}
          />
        )}
        {isRead && data && methods.length === 0 && (
          <p className="py-1 text-muted text-table">The service lists no stored payment methods for this buyer.</p>
        )}
        {methods.map((method) => (
          <StoredMethod key={method.id} method={method} isOpen={methods.length === 1 && !isFolded} {...shown} />
        ))}
        {loose.length > 0 && <LooseTokens tokens={loose} {...shown} />}
        {!isRead && verbs?.byId}
      </div>
    </Card>
  )
}

function MethodsSkeleton() {
  return (
    <div aria-busy className="grid gap-2.5 py-1">
      <p role="status" className="sr-only">
        Loading payment methods
      </p>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-3 w-3/4" />
    </div>
  )
}
