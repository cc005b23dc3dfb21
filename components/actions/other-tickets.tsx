'use client'

import { History } from 'lucide-react'
import { Chip } from '@/components/ui/chip'
import { Icon } from '@/components/ui/icon'
import { Tip } from '@/components/ui/tip'
import type { Action } from '@/lib/action'
import { useActions } from './actions-provider'
import { useBuyerActions } from './use-buyer-actions'

const lookBackMs = 7 * 86_400_000
const mostTold = 4

/** Whether something was already done here for other tickets in the last 7 days, so that nobody does it twice. */
export function OtherTickets() {
  const { ticket } = useActions().desk
  const { actions } = useBuyerActions()
  const others = doneForOthers(actions, ticket, Date.now())
  if (others.length === 0) return null
  const tickets = [...new Set(others.map(({ ticket: other }) => other))]
  const told = others.slice(0, mostTold).map(({ words, ticket: other }) => `${other}: ${words}`)
  return (
    <Tip text={`In the last 7 days. ${told.join(', ')}${others.length > mostTold ? ', …' : ''}`} side="bottom" align="end">
      <Chip className="max-sm:px-1">
        <Icon of={History} size={14} />
        <span className="max-lg:sr-only">done for {tickets.length === 1 ? tickets[0] : `${tickets.length} other tickets`}</span>
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
