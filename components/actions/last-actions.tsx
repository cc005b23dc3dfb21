'use client'

import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import type { StateKind } from '@/components/ui/state-kind'
import { StateNode } from '@/components/ui/state-node'
import { Time } from '@/components/ui/time'
import type { Action } from '@/lib/action'
import { dayWords } from '@/lib/dates'
import { problemWords } from '@/lib/problem-words'
import { useActions } from './actions-provider'
import { UndoButton } from './undo-button'
import { useBuyerActions } from './use-buyer-actions'

const most = 6

/** What was done to this buyer, by anybody, newest first: the stub of it all is the journal. */
export function LastActions() {
  const { buyer } = useActions().desk
  const { data: actions, error, refetch } = useBuyerActions()
  return (
    <Card aria-labelledby="last-actions">
      <CardHead title="Last actions" id="last-actions">
        <Link
          href={`/journal?${new URLSearchParams({ buyerId: buyer.id })}`}
          prefetch={false}
          className="px-2 text-accent text-table hover:underline"
        >
          Journal
        </Link>
      </CardHead>
      {error && !actions && (
        <div className="p-3">
          <ProblemNotice {...problemWords(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {!actions && !error && <SkeletonRows rows={2} />}
      {actions?.length === 0 && <p className="px-4 py-3 text-muted text-table">Nothing was done to this buyer from here yet.</p>}
      <ul className="divide-y">
        {actions?.slice(0, most).map((action) => (
          <Row key={action.actionId} action={action} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ action }: { action: Action }) {
  const { kind, words } = stateOf(action)
  const { undoes, undoneBy, mine, person, ticket, at } = action
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 text-table">
      <StateNode kind={kind} />
      <span className="min-w-0">
        <span className="block">
          {action.words}
          {undoes && <span className="text-muted"> (undo)</span>}
        </span>
        <span className="block text-meta text-muted wrap-anywhere">
          {[words, aboutWords(action), mine ? 'you' : person, ticket, undoneBy && 'undone'].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="grid justify-items-end gap-0.5 text-meta text-muted">
        <Time at={at} align="end" />
        <UndoButton action={action} />
      </span>
    </li>
  )
}

/** What tells two of one kind apart. */
function aboutWords({ operation, target, request }: Action): string | null {
  if (target.startsWith('token:')) return `token ${target.slice('token:'.length)}`
  const day = operation === 'changeExpirationDate' ? (request.body as { expirationDate?: unknown } | null)?.expirationDate : null
  return typeof day === 'string' ? `to ${dayWords(day)}` : null
}

/** Expected states whisper: what was done is told by its tick alone. */
function stateOf({ state, settledAs }: Action): { kind: StateKind; words: string | null } {
  if (settledAs !== null)
    return {
      kind: settledAs === 'happened' ? 'settled' : 'neutral',
      words: settledAs === 'happened' ? 'settled: happened' : 'settled: did not happen',
    }
  switch (state) {
    case 'done':
      return { kind: 'settled', words: null }
    case 'refused':
      return { kind: 'declined', words: 'refused' }
    case 'unconfirmed':
      return { kind: 'unconfirmed', words: 'unconfirmed' }
    case 'not-sent':
      return { kind: 'neutral', words: 'not sent' }
    default:
      return { kind: 'deferred', words: 'under way' }
  }
}
