'use client'

import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Time } from '@/components/ui/time'
import type { Action } from '@/lib/commands/action'
import { describeChangeOf } from '@/lib/commands/change-words'
import { useActions } from './actions-provider'
import { stateOf } from './state-of'
import { UndoButton } from './undo-button'
import { useBuyerActions } from './use-buyer-actions'

/** So many of the newest are listed; the journal has all. */
const maxShown = 5

/** What this merchant account's people did to the buyer last. Each leads to its entry in the journal. */
export function WhatWeDid() {
  const { actions, isRead, isError } = useBuyerActions()
  const { merchant, buyer } = useActions().context
  const filter = new URLSearchParams({ buyerId: buyer.id, merchant: merchant.code })
  return (
    <Card aria-labelledby="what-we-did">
      <CardHead title="What we did" id="what-we-did">
        <Link href={`/journal?${filter}`} prefetch={false} className={buttonClass({ size: 'small', variant: 'quiet' })}>
          Journal
        </Link>
      </CardHead>
      {actions.length === 0 && (isRead || isError) && (
        <p className="px-4 py-2.5 text-muted text-table">
          {isError
            ? 'We couldn’t load the actions on this buyer. Refresh to try again.'
            : 'No command has been sent from here. Refund requests are listed with their orders.'}
        </p>
      )}
      <ul className="divide-y">
        {actions.slice(0, maxShown).map((action) => (
          <DoneRow key={action.actionId} action={action} />
        ))}
      </ul>
    </Card>
  )
}

function DoneRow({ action }: { action: Action }) {
  const { actionId, words, undoes, undoneBy, mine, person, at } = action
  const state = stateOf(action)
  const facts = [...describeChangeOf(action), mine ? 'you' : person, undoneBy && 'undone'].filter(Boolean)
  return (
    <li className="flex min-h-11 items-center gap-2 py-1.5 pr-2 pl-4 text-table">
      <span className="min-w-0 flex-auto">
        <Link href={`/journal?entry=${actionId}`} prefetch={false} className="font-medium hover:underline">
          {words}
          {undoes && <span className="font-normal text-muted"> (undo)</span>}
        </Link>
        <span className="block text-meta text-muted wrap-anywhere">
          {facts.join(' · ')} · <Time at={at} align="start" />
        </span>
      </span>
      {state.words && <Badge kind={state.kind}>{state.words}</Badge>}
      <UndoButton action={action} />
    </li>
  )
}
