'use client'

import { Time } from '@/components/ui/time'
import type { Approval } from '@/lib/approval'
import { ApprovalStateWord } from './approval-state'

type Props = { approval: Approval; onOpen: () => void }

/** A request in two lines: what, by whom or how it stands, and how long ago. */
export function RequestItem({ approval, onOpen }: Props) {
  const { mine, person, ticket, state, decidedBy } = approval
  const said = mine ? (decidedBy === null ? 'asked by you' : `${state} by ${decidedBy}`) : `asked by ${person}`
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2 text-left text-table hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="truncate font-medium">{approval.words}</span>
        <span className="text-right">{mine && <ApprovalStateWord state={state} />}</span>
        <span className="truncate text-meta text-muted">{[said, ticket].filter((part) => part !== null).join(', ')}</span>
        <span className="text-right text-meta text-muted">
          <Time at={approval.decidedAt ?? approval.askedAt} focusable={false} align="end" />
        </span>
      </button>
    </li>
  )
}
