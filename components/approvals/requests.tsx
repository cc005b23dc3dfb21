'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { State } from '@/components/ui/state'
import { Time } from '@/components/ui/time'
import type { Approval, ApprovalState } from '@/lib/commands/approval'
import { may } from '@/lib/core/roles'
import { waitingQuery } from '@/lib/pages/client/waiting-query'
import type { DecisionContext } from './decision-context'

const DecisionDialog = lazy(async () => ({ default: (await import('./decision-dialog')).DecisionDialog }))

/** Requests that the person can decide, and their own requests. A card without requests isn't shown. */
export function Requests({ context }: { context: DecisionContext }) {
  const { data } = useQuery(waitingQuery)
  const [opened, setOpened] = useState<Approval | null>(null)
  const approvals = data?.approvals ?? []
  const toDecide = may(context.role, 'approve') ? approvals.filter(({ mine, state }) => !mine && state === 'waiting') : []
  const own = approvals.filter(({ mine }) => mine)
  return (
    <>
      <RequestCard title="Waiting for me" id="waiting-for-me" approvals={toDecide} onOpen={setOpened} />
      <RequestCard title="My requests" id="asked-by-me" approvals={own} onOpen={setOpened} />
      {opened && (
        <Suspense fallback={null}>
          <DecisionDialog
            approval={approvals.find(({ id }) => id === opened.id) ?? opened}
            context={context}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  )
}

type CardProps = { title: string; id: string; approvals: readonly Approval[]; onOpen: (approval: Approval) => void }

function RequestCard({ title, id, approvals, onOpen }: CardProps) {
  if (approvals.length === 0) return null
  return (
    <Card aria-labelledby={id}>
      <CardHead title={title} id={id} count={approvals.length} />
      <ul className="divide-y">
        {approvals.map((approval) => (
          <RequestItem key={approval.id} approval={approval} onOpen={() => onOpen(approval)} />
        ))}
      </ul>
    </Card>
  )
}

type RequestItemProps = { approval: Approval; onOpen: () => void }

/** A request in two lines: the command, its asker or state, and its age. */
function RequestItem({ approval, onOpen }: RequestItemProps) {
  const { mine, person, ticket, state, decidedBy } = approval
  const said = mine ? (decidedBy === null ? 'requested by you' : `${state} by ${decidedBy}`) : `requested by ${person}`
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

/** State of a request. Only `waiting` needs a decision. */
function ApprovalStateWord({ state }: { state: ApprovalState }) {
  if (state === 'waiting') return <Badge kind="deferred">waiting</Badge>
  if (state === 'approved') return <State kind="settled">approved</State>
  if (state === 'declined') return <Badge kind="declined">declined</Badge>
  return <Badge kind="neutral">{state === 'voided' ? 'void' : 'expired'}</Badge>
}
