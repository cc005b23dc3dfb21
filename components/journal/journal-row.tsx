'use client'

import type { ReactNode } from 'react'
import { Ident } from '@/components/ui/ident'
import type { Action } from '@/lib/action'
import { changeWords } from '@/lib/change-words'
import { cn } from '@/lib/cn'
import { inZone } from '@/lib/dates'
import { targetWords } from '@/lib/target-words'
import { BuyerLink } from './buyer-link'
import { EntryOutcome } from './entry-outcome'
import { journalColumns } from './journal-columns'
import type { JournalDesk } from './journal-desk'

type Props = {
  action: Action
  desk: JournalDesk
  zone: string
  isUnfolded: boolean
  onToggle: () => void
  /** The entry, unfolded. */
  children: ReactNode
}

const none = <span className="text-muted">–</span>

/** One action in a line. All of it is the button that unfolds it, but for what has an address or is copied. */
export function JournalRow({ action, desk, zone, isUnfolded, onToggle, children }: Props) {
  const { actionId, at, buyerId, ticket } = action
  const traceId = action.answer?.traceId ?? null
  return (
    <li className={cn(isUnfolded && 'bg-surface')}>
      <div className={cn(journalColumns, 'relative items-center gap-y-0.5 text-table hover:bg-hover max-md:py-2 md:min-h-8.5')}>
        <span className="text-right tabular-nums max-md:order-4 max-md:text-muted md:text-left">
          {inZone(Date.parse(at), zone).time}
        </span>
        <span className="truncate max-md:order-5 max-md:text-muted">{action.person}</span>
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
          <span className="text-muted">{targetWords(action.target)}</span>
        </span>
        <span className="relative z-1 max-md:order-3 max-md:justify-self-start">
          {buyerId === null ? none : <BuyerLink buyerId={buyerId} merchant={action.merchant} desk={desk} />}
        </span>
        <span className={cn('hidden truncate lg:block', action.state !== 'done' && 'text-ink-2')}>
          {changeWords(action) ?? none}
        </span>
        <span className="truncate text-right text-ink-2 tabular-nums max-md:order-6 md:text-left">{ticket ?? none}</span>
        <span className="flex items-center gap-1.5 max-md:order-2 max-md:justify-end">
          <EntryOutcome action={action} />
        </span>
        <span className="relative z-1 hidden lg:block">{traceId === null ? none : <Ident value={traceId} align="end" />}</span>
      </div>
      {isUnfolded && (
        <div id={`entry-${actionId}`} className="px-4 pt-1 pb-4 max-sm:px-3">
          {children}
        </div>
      )}
    </li>
  )
}
