'use client'

import { History } from 'lucide'
import { Chip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { Tip } from '@/components/ui/tip'
import type { Action } from '@/lib/commands/action'
import { dayMs } from '@/lib/core/dates'
import { useActions } from './actions-provider'
import { useBuyerActions } from './use-buyer-actions'

const lookBackMs = 7 * dayMs
const maxShown = 4

/** Whether something was already done here for other tickets in the last 7 days, so that nobody does it twice. */
export function OtherTickets() {
  const { ticket } = useActions().context
  const { actions } = useBuyerActions()
  const others = doneForOthers(actions, ticket, Date.now())
  if (others.length === 0) return null
  const tickets = [...new Set(others.map(({ ticket: other }) => other))]
  const lines = others.slice(0, maxShown).map(({ words, ticket: other }) => `${other}: ${words}`)
  return (
    <Tip text={`In the last 7 days. ${lines.join(', ')}${others.length > maxShown ? ', …' : ''}`} side="bottom" align="end">
      <Chip className="max-sm:px-1">
        <Icon of={History} size={14} />
        <span className="max-lg:sr-only">
          also handled under {tickets.length === 1 ? tickets[0] : `${tickets.length} other tickets`}
        </span>
        <span aria-hidden className="lg:hidden">
          {tickets.length}
        </span>
      </Chip>
    </Tip>
  )
}

/** What took effect for another ticket than this one; what nobody gave a ticket for stands among the last actions. */
export function doneForOthers(actions: readonly Action[], ticket: string | null, now: number): Action[] {
  return actions.filter(
    ({ state, settledAs, at, ticket: of }) =>
      (state === 'done' || settledAs === 'happened') && of !== null && of !== ticket && now - Date.parse(at) < lookBackMs,
  )
}
