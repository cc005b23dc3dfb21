'use client'

import { useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { FilterChip } from '@/components/ui/filter-chip'
import { onDemand } from '@/components/ui/late'
import { CountedLine } from '@/components/ui/newer-line'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { Time } from '@/components/ui/time'
import { TitleRow } from '@/components/ui/title-row'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { proposalsQuery } from '@/lib/agents/client/machine-requests'
import type { Proposal } from '@/lib/agents/proposal'
import { useCounted } from '@/lib/client/use-counted'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { type CountedIds, partCounted } from '@/lib/core/counted'
import { describeProblem } from '@/lib/core/problem-words'
import type { DecisionContext } from './decision-context'
import { ProposalRows } from './proposal-rows'
import { TurnAllOff } from './turn-all-off'

const ProposalDialog = onDemand(() => import('./proposal-dialog').then((file) => file.ProposalDialog))

type Props = {
  context: DecisionContext
  tabs: ReactNode
  /** The proposals of the number that opened the page. */
  counted: CountedIds | null
  open: string | null
  onOpen: (id: string | null) => void
}

/** What machines propose. Each opens a dialog of its own: nothing is pressed from the list, and nothing in bulk. */
export function MachinesLane({ context, tabs, counted: given, open, onOpen }: Props) {
  const list = useQuery(proposalsQuery)
  const [chosen, choose] = useSearchParamsState(['machine', 'verb', 'ticket'])
  const all = list.data?.proposals ?? []
  const proposals = all.filter(
    ({ proposedBy, words, ticket }) =>
      (chosen.machine ?? proposedBy) === proposedBy && (chosen.verb ?? words) === words && (chosen.ticket ?? ticket) === ticket,
  )
  const [counted, showNow] = useCounted(given)
  const now = proposals.filter(({ state }) => state === 'waiting')
  const { rows: waiting, since } = partCounted(counted, { now, all: proposals, keyOf: ({ id }) => id })
  const ended = proposals.filter((proposal) => !waiting.includes(proposal))
  const [first] = waiting
  usePageKeys({ a: () => first && onOpen(first.id) })
  return (
    <>
      <TitleRow title="Approvals" beside={tabs}>
        <TurnAllOff off={list.data?.off ?? null} />
      </TitleRow>
      {list.data?.off && (
        <Notice kind="deferred">
          <b className="font-semibold">All machines are turned off.</b> {list.data.off.by} did it <Time at={list.data.off.at} />.
          What waits can’t be pressed until an admin turns them on again in Settings.
        </Notice>
      )}
      {all.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {filters.map(({ key, label, of }) => (
            <FilterChip
              key={key}
              label={label}
              value={chosen[key] ?? ''}
              onChange={(value) => choose({ [key]: value || null })}
              options={optionsOf(all.map(of), chosen[key])}
            />
          ))}
        </div>
      )}
      <div className="mt-3 grid max-w-[60rem] grid-cols-[minmax(0,1fr)] gap-3">
        <Card aria-label="Proposals">
          {since && <CountedLine since={since} onNow={showNow} />}
          {list.data ? (
            waiting.length === 0 ? (
              <EmptyState icon={Bot} level={2} title="No proposals to decide">
                {proposals.length < all.length
                  ? 'None that waits fits the filters. Clear them to see all.'
                  : 'What machines propose appears here for eight hours. Nothing happens until somebody presses it.'}
              </EmptyState>
            ) : (
              <ProposalRows label="Open proposals" rows={waiting} since={since} list={list.data} onOpen={onOpen} />
            )
          ) : list.error ? (
            <ProblemNotice {...describeProblem(list.error)} className="m-4" onRetry={() => void list.refetch()} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </Card>
        {list.data && ended.length > 0 && (
          <Card aria-labelledby="proposals-ended">
            <CardHead
              title="Earlier"
              id="proposals-ended"
              count={ended.length}
              beside={<span className="text-meta text-muted">in the last 24 hours: {describeEnded(ended)}</span>}
            />
            <ProposalRows label="Earlier proposals" rows={ended} list={list.data} onOpen={onOpen} />
          </Card>
        )}
        {list.data?.use.map(({ name, calls, proposals: made }) => (
          <p key={name} className="text-meta text-muted">
            {name}: {calls} {calls === 1 ? 'call' : 'calls'} and {made} {made === 1 ? 'proposal' : 'proposals'} in the last hour.
            It sees masked values only.
          </p>
        ))}
      </div>
      {open !== null && <ProposalDialog key={open} id={open} context={context} onClose={() => onOpen(null)} />}
    </>
  )
}

const filters = [
  { key: 'machine', label: 'Machine', of: ({ proposedBy }: Proposal) => proposedBy },
  { key: 'verb', label: 'Action', of: ({ words }: Proposal) => words },
  { key: 'ticket', label: 'Ticket', of: ({ ticket }: Proposal) => ticket },
] as const

/** What can be chosen, with what an address names though nothing has it any more. */
function optionsOf(values: readonly (string | null)[], chosen: string | null | undefined): { value: string; label: string }[] {
  const known = [...values, chosen].filter((value) => value != null)
  return [...new Set(known)].toSorted().map((value) => ({ value, label: value }))
}

/** "9 pressed, 3 declined". */
const describeEnded = (ended: readonly Proposal[]): string =>
  (['pressed', 'declined', 'expired', 'void'] as const)
    .map((state) => [ended.filter((proposal) => proposal.state === state).length, state] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `${count} ${state}`)
    .join(', ')
