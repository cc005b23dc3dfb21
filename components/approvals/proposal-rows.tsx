import { Bot } from 'lucide'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { CountedItems, type Since } from '@/components/ui/newer-line'
import { State } from '@/components/ui/state'
import type { StateKind } from '@/components/ui/state-kind'
import { Time } from '@/components/ui/time'
import type { Proposal, ProposalList } from '@/lib/agents/proposal'
import { formatDay } from '@/lib/core/dates'
import { requestBuyer } from './approval-rows'

type Props = {
  label: string
  rows: readonly Proposal[]
  since?: Since | undefined
  list: ProposalList
  onOpen: (id: string) => void
}

/** Proposals, each a button that opens its dialog. */
export const ProposalRows = ({ label, rows, since, list, onOpen }: Props) => (
  <ul aria-label={label} className="divide-y">
    <CountedItems
      since={since}
      items={rows.map((proposal) => (
        <li key={proposal.id}>
          <button
            type="button"
            onClick={() => onOpen(proposal.id)}
            className="grid w-full grid-cols-[1.5rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 px-4 py-3 text-left text-table hover:bg-hover"
          >
            <span className="row-span-2 grid size-6 place-items-center rounded-full bg-accent-bg text-accent">
              <Icon of={Bot} size={14} />
            </span>
            <span className="truncate">
              <span className="font-medium">{proposal.words}</span>
              {proposal.to !== null && <span className="text-ink-2">, {describeValue(proposal.to)}</span>}
            </span>
            <span className="justify-self-end text-meta text-muted">
              <Time at={proposal.proposedAt} align="end" />
            </span>
            <span className="truncate text-ink-2">
              {[requestBuyer(proposal, list.about[proposal.id]), list.about[proposal.id]?.product].filter(Boolean).join(', ')} ·
              Proposed by {proposal.proposedBy} for {proposal.person}
            </span>
            <span className="justify-self-end text-muted">
              <ProposalMark
                proposal={proposal}
                isMoved={list.moved.includes(proposal.id)}
                isRevoked={list.revoked.includes(proposal.id)}
                outcome={list.outcomes[proposal.id]}
              />
            </span>
          </button>
        </li>
      ))}
    />
  </ul>
)

const describeValue = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value)

const outcomes: Record<string, { kind: StateKind; words: string }> = {
  done: { kind: 'settled', words: 'done' },
  refused: { kind: 'declined', words: 'refused' },
  unconfirmed: { kind: 'unconfirmed', words: 'unconfirmed' },
  'not-sent': { kind: 'neutral', words: 'not sent' },
  sent: { kind: 'deferred', words: 'in progress' },
}

type MarkProps = { proposal: Proposal; isMoved: boolean; isRevoked: boolean; outcome: string | undefined }

function ProposalMark({ proposal: { state, decidedBy, ticket }, isMoved, isRevoked, outcome = '' }: MarkProps) {
  if (state === 'pressed') {
    const { kind, words } = outcomes[outcome] ?? { kind: 'neutral' as const, words: outcome }
    return (
      <State kind={kind}>
        {words}, pressed by {decidedBy}
      </State>
    )
  }
  if (state === 'declined') return <State kind="declined">declined by {decidedBy}</State>
  if (state !== 'waiting') return <State kind="neutral">{state}</State>
  if (isRevoked) return <Badge kind="declined">token revoked</Badge>
  return isMoved ? <Badge kind="deferred">facts moved</Badge> : ticket
}
