'use client'

import { PencilLine } from 'lucide'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { StateNode } from '@/components/ui/state-node'
import { Tip } from '@/components/ui/tip'
import { useClock } from '@/components/ui/use-clock'
import type { Action } from '@/lib/commands/action'
import { describeChangeOf } from '@/lib/commands/change-words'
import { dayIn, exactTime, formatDay } from '@/lib/core/dates'
import { useActions } from './actions-provider'
import { stateOf } from './state-of'
import { UndoButton } from './undo-button'

/** One thing that was done, as a row among the orders. All of it is the button that shows what became of it, but for its undo. */
export function TimelineAction({ action }: { action: Action }) {
  const { context, open } = useActions()
  const { zone } = useClock(Date.now())
  const { actionId, words, at, undoes, undoneBy, mine, person, ticket, incident } = action
  const state = stateOf(action)
  const moment = Date.parse(at)
  return (
    <div className="relative grid min-h-11 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 pr-3 pl-4 text-table hover:bg-hover max-sm:gap-x-2.5 max-sm:py-2.5 sm:grid-cols-[1.25rem_5.5rem_minmax(0,1fr)_auto]">
      {state.kind === 'settled' ? (
        <StateNode icon={PencilLine} className="size-5!" />
      ) : (
        <StateNode kind={state.kind} className="size-5!" />
      )}
      <span className="relative z-1 whitespace-nowrap text-ink-2 tabular-nums max-sm:hidden">
        <Tip text={exactTime(moment, zone)} align="start" focusable={false}>
          {formatDay(dayIn(moment, context.merchant.timeZone))}
        </Tip>
      </span>
      <span className="min-w-0">
        <button
          type="button"
          data-entry-row
          aria-haspopup="dialog"
          onClick={() => open({ kind: 'action', actionId, words, first: 'look' })}
          className="block max-w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
        >
          {words}
          {undoes && <span className="font-normal text-muted"> (undo)</span>}
        </button>
        <span className="block text-meta text-muted wrap-anywhere">
          {[...describeChangeOf(action), mine ? 'you' : person, ticket, undoneBy && 'undone'].filter(Boolean).join(' · ')}
          {incident && (
            <>
              {' · '}
              <Link href={`/incidents/${incident}`} prefetch={false} className="relative z-1 text-accent hover:underline">
                part of an incident
              </Link>
            </>
          )}
        </span>
      </span>
      <span className="relative z-1 flex flex-wrap items-center justify-end gap-2">
        {state.words && <Badge kind={state.kind}>{state.words}</Badge>}
        <UndoButton action={action} />
      </span>
    </div>
  )
}
