'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useMemo } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { useBuyerActions } from '@/components/actions/use-buyer-actions'
import { ChargeHistory } from '@/components/charges/charge-history'
import type { History } from '@/components/charges/use-history'
import { buttonClass } from '@/components/ui/button-class'
import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import { reachOf } from '@/lib/charges/timeline'
import type { Action } from '@/lib/commands/action'
import { inZone } from '@/lib/core/dates'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { ChargeRefunds } from './charge-refunds'

// The rows come with what was done, and not with the page: most buyers have none.
const TimelineRow = late(
  () => import('./timeline-row').then((file) => file.TimelineRow),
  <Skeleton className="mx-4 my-3.5 h-4" />,
)

// The first load is nearly full, and most histories stay where they are.
const TimelineFiles = late(
  () => import('@/components/charges/timeline-tools').then((file) => file.TimelineFiles),
  <Skeleton className="size-7" />,
)

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
  return (
    <ChargeRefunds context={context}>
      <ChargeHistory history={history} beside={beside} more={more} />
    </ChargeRefunds>
  )
}

/** What an entry is found by: the words on it. */
const textOf = ({ words, person, ticket, target, actionId }: Action) => [words, person, ticket, target, actionId].join('\n')
