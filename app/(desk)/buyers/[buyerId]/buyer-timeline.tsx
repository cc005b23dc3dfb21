'use client'

import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useCallback, useEffect, useMemo } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { useBuyerActions } from '@/components/actions/use-buyer-actions'
import { ChargeHistory } from '@/components/charges/charge-history'
import { ChargeBadgeContext, type ChargeVerbs, ChargeVerbsContext, OrderLinkContext } from '@/components/charges/charge-verbs'
import type { History } from '@/components/charges/use-history'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { Skeleton } from '@/components/ui/skeleton'
import { useClock } from '@/components/ui/use-clock'
import { reachOf } from '@/lib/charges/timeline'
import type { Action } from '@/lib/commands/action'
import { orderPath } from '@/lib/core/buyer-path'
import { dayIn, inZone } from '@/lib/core/dates'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { isOpenRefund, type Refund, requestedWords } from '@/lib/refunds/refund'

// The rows come with what was done, and not with the page: most buyers have none.
const TimelineRow = dynamic(() => import('./timeline-row').then((module) => module.TimelineRow), {
  ssr: false,
  loading: () => <Skeleton className="mx-4 my-3.5 h-4" />,
})
const RefundVerb = dynamic(() => import('@/components/refunds/refund-verb').then((module) => module.RefundVerb), { ssr: false })

// The first load is nearly full, and most histories stay where they are.
const TimelineFiles = dynamic(() => import('@/components/charges/timeline-tools').then((module) => module.TimelineFiles), {
  ssr: false,
  loading: () => <Skeleton className="size-7" />,
})

/** The charge history with what was done to the buyer in between, in the order of the service's own day. */
export function BuyerTimeline({ history }: { history: History }) {
  const { context } = useActions()
  const { merchant, buyer, ticket } = context
  const { timeZone, code } = merchant
  const { actions, readOlder } = useBuyerActions()
  const { data: refunds } = useQuery(buyerRefundsQuery(code, context.buyer.id))
  const beside = useMemo(() => {
    const done = actions.map((action) => ({ id: action.actionId, at: action.at, text: textOf(action), action }))
    const all = [...done, ...(refunds?.steps ?? [])].toSorted((a, b) => b.at.localeCompare(a.at))
    const byId = new Map(all.map((row) => [row.id, row]))
    const entries = all.map(({ id: entryId, at, text }) => {
      const { day, time } = inZone(Date.parse(at), timeZone)
      return { entryId, time: `${day} ${time}`, text }
    })
    const show = (entryId: string) => {
      const row = byId.get(entryId)
      return row && <TimelineRow row={row} timeZone={timeZone} />
    }
    return { entries, show }
  }, [actions, refunds, timeZone])

  // As far back as the orders are loaded, so is what was done beside them.
  const oldest = beside.entries.at(-1)?.time ?? ''
  const isShort = oldest > (reachOf(history) ?? '')
  useEffect(() => {
    if (isShort) readOlder?.()
  }, [isShort, readOlder])

  const more = buyer && (
    <>
      <Link href={`/buyers/${buyer.id}/charges`} prefetch={false} className={buttonClass({ size: 'small', variant: 'quiet' })}>
        All charges
      </Link>
      <TimelineFiles buyerId={buyer.id} merchant={merchant} ticket={ticket} orders={history.orders} />
    </>
  )
  const verbs = useCallback<ChargeVerbs>(
    (orderId, chargeId) => <RefundVerb context={context} orderId={orderId} chargeId={chargeId} />,
    [context],
  )
  const badgeOf = useRefundBadges(refunds?.refunds)
  const linkOf = useCallback((orderId: string) => `${location.origin}${orderPath(buyer.id, orderId, code)}`, [buyer.id, code])
  return (
    <ChargeVerbsContext value={verbs}>
      <OrderLinkContext value={linkOf}>
        <ChargeBadgeContext value={badgeOf}>
          <ChargeHistory history={history} beside={beside} more={more} />
        </ChargeBadgeContext>
      </OrderLinkContext>
    </ChargeVerbsContext>
  )
}

/** What an entry is found by: the words on it. */
const textOf = ({ words, person, ticket, target, actionId }: Action) => [words, person, ticket, target, actionId].join('\n')

/** Of a charge whose refund is requested and not yet made: since when. */
function useRefundBadges(refunds: readonly Refund[] | undefined) {
  const { now, zone } = useClock(Date.now())
  const today = dayIn(now, zone)
  return useMemo(() => {
    const open = new Map(refunds?.filter(isOpenRefund).map((refund) => [refund.charge.chargeId, refund]))
    return (chargeId: string) => {
      const refund = open.get(chargeId)
      if (!refund) return null
      return (
        <Badge kind="neutral" icon={Undo2} className="justify-self-start">
          {requestedWords(refund, today, zone)}
        </Badge>
      )
    }
  }, [refunds, today, zone])
}
