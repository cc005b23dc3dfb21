'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useEffect, useMemo } from 'react'
import { useActions } from '@/components/actions/actions-provider'
import { useBuyerActions } from '@/components/actions/use-buyer-actions'
import { ChargeHistory } from '@/components/charges/charge-history'
import type { History } from '@/components/charges/use-history'
import { buttonClass } from '@/components/ui/button-class'
import { Skeleton } from '@/components/ui/skeleton'
import type { Action } from '@/lib/action'
import { reachOf } from '@/lib/charges/timeline'
import { inZone } from '@/lib/dates'

// The rows come with what was done, and not with the page: most buyers have none.
const TimelineAction = dynamic(() => import('@/components/actions/timeline-action').then((module) => module.TimelineAction), {
  ssr: false,
  loading: () => <Skeleton className="mx-4 my-3.5 h-4" />,
})

/** The charge history with what was done to the buyer in between, in the order of the service's own day. */
export function BuyerTimeline({ history }: { history: History }) {
  const { merchant, buyer } = useActions().desk
  const { timeZone } = merchant
  const { actions, readOlder } = useBuyerActions()
  const beside = useMemo(() => {
    const byId = new Map(actions.map((action) => [action.actionId, action]))
    const entries = actions.map((action) => {
      const { day, time } = inZone(Date.parse(action.at), timeZone)
      return { entryId: action.actionId, time: `${day} ${time}`, text: textOf(action) }
    })
    const show = (entryId: string) => {
      const action = byId.get(entryId)
      return action && <TimelineAction action={action} />
    }
    return { entries, show }
  }, [actions, timeZone])

  // As far back as the orders are loaded, so is what was done beside them.
  const oldest = beside.entries.at(-1)?.time ?? ''
  const isShort = oldest > (reachOf(history) ?? '')
  useEffect(() => {
    if (isShort) readOlder?.()
  }, [isShort, readOlder])

  const whole = (
    <Link href={`/buyers/${buyer?.id}/charges`} prefetch={false} className={buttonClass({ size: 'small' })}>
      All charges
    </Link>
  )
  return <ChargeHistory history={history} beside={beside} whole={whole} />
}

/** What an entry is found by: the words on it. */
const textOf = ({ words, person, ticket, target, actionId }: Action) => [words, person, ticket, target, actionId].join('\n')
