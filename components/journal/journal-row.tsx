'use client'

import { ChevronDown, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { relativeTime } from '@/components/ui/relative-time'
import { State } from '@/components/ui/state'
import { useNow } from '@/components/ui/use-now'
import { type Action, isOpen } from '@/lib/commands/action'
import { describeContradiction } from '@/lib/commands/action-words'
import { describeChange, describeTarget } from '@/lib/commands/change-words'
import { cn } from '@/lib/core/cn'
import { inZone } from '@/lib/core/dates'
import { BuyerLink } from './buyer-link'
import type { JournalContext } from './journal-context'

/** One grid for the head and every row. Under 1180 px the ticket goes, under 960 px a row is four lines of two. */
export const journalColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 md:grid-cols-[4.5rem_7rem_minmax(0,1fr)_10rem_minmax(0,1fr)_10.5rem_1rem] lg:grid-cols-[4.5rem_7.5rem_minmax(0,1fr)_11rem_minmax(0,1.3fr)_6rem_10.5rem_1rem]'

/** What an unfolded row shows. */
export const JournalEntry = onDemand(() => import('./journal-entry').then((file) => file.JournalEntry))

type Props = {
  action: Action
  context: JournalContext
  zone: string
  isUnfolded: boolean
  onToggle: () => void
  /** The entry, unfolded. */
  children: ReactNode
}

const none = <span className="text-muted">–</span>

/** One action in a line. The whole line unfolds it, except for links and copy buttons. */
export function JournalRow({ action, context, zone, isUnfolded, onToggle, children }: Props) {
  const { actionId, at, buyerId, ticket, product } = action
  return (
    <li className={cn(isUnfolded && 'bg-surface')}>
      <div className={cn(journalColumns, 'relative items-center gap-y-0.5 text-table hover:bg-hover max-md:py-2 md:min-h-row')}>
        <span className="text-right tabular-nums max-md:order-4 max-md:text-muted md:text-left">
          {inZone(Date.parse(at), zone).time}
        </span>
        <span className="truncate max-md:order-6 max-md:text-muted">{action.person}</span>
        <span className="min-w-0 max-md:order-1 md:truncate">
          <button
            type="button"
            data-entry={actionId}
            aria-expanded={isUnfolded}
            aria-controls={isUnfolded ? `entry-${actionId}` : undefined}
            onClick={onToggle}
            className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
          >
            {action.words}
          </button>{' '}
          {product === null && <span className="text-muted">{describeTarget(action)}</span>}
        </span>
        <span className="relative z-1 flex min-w-0 max-md:order-3 max-md:justify-self-start">
          {buyerId === null ? (
            none
          ) : (
            <BuyerLink buyerId={buyerId} name={action.buyer} merchant={action.merchant} context={context} />
          )}
        </span>
        <span className={cn('max-md:order-5 max-md:col-span-2 md:truncate', action.state !== 'done' && 'text-ink-2')}>
          {describeChange(action) ?? none}
        </span>
        <span className="hidden truncate text-ink-2 tabular-nums lg:block">{ticket ?? none}</span>
        <span className="flex items-center gap-1.5 max-md:order-2 max-md:justify-end">
          <EntryOutcome action={action} />
        </span>
        <Icon of={isUnfolded ? ChevronDown : ChevronRight} className="text-muted max-md:hidden" />
      </div>
      {isUnfolded && (
        <div id={`entry-${actionId}`} className="px-4 pt-1 pb-4 max-sm:px-3">
          {children}
        </div>
      )}
    </li>
  )
}

/** The outcome of an action: plain if it's as expected, a badge if somebody should look at it. */
export function EntryOutcome({ action }: { action: Action }) {
  const { state, settledAs, differences, undoneBy } = action
  const contradiction = describeContradiction(action, 'UTC')
  if (contradiction) return <Badge kind="declined">{contradiction.badge}</Badge>
  if (isOpen(action)) {
    return (
      <>
        <Badge kind="unconfirmed">unconfirmed</Badge>
        <Age since={action.at} />
      </>
    )
  }
  if (settledAs !== null)
    return <State kind="neutral">{settledAs === 'happened' ? 'settled as applied' : 'settled as not applied'}</State>
  if (state === 'refused') return <Badge kind="declined">refused</Badge>
  if (state === 'not-sent') return <Badge kind="neutral">not sent</Badge>
  if (state === 'sent') return <State kind="neutral">sending</State>
  if (differences.length > 0) return <Badge kind="deferred">differs from preview</Badge>
  return (
    <>
      <State kind="settled">done</State>
      {undoneBy !== null && <span className="text-meta text-muted">undone</span>}
    </>
  )
}

/** How long something has been open: `12 min`. Nothing until the viewer's clock is known. */
function Age({ since }: { since: string }) {
  const now = useNow()
  if (now === undefined) return null
  return (
    <span className="whitespace-nowrap text-meta text-muted tabular-nums">
      {relativeTime(Date.parse(since), now).replace(' ago', '')}
    </span>
  )
}
