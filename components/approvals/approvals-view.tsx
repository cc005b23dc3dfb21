'use client'

import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead, Count } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { Kbd } from '@/components/ui/kbd'
import { onDemand } from '@/components/ui/late'
import { CountedLine, type Since } from '@/components/ui/newer-line'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { focusRow, showPanel, useFirstRow } from '@/components/ui/rows-and-panel'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import type { Approval, ApprovalsList } from '@/lib/commands/approval'
import { approvalsQuery } from '@/lib/commands/client/approval-query'
import { countedFields, countedIn, notCounted, partCounted } from '@/lib/core/counted'
import { describeProblem } from '@/lib/core/problem-words'
import { may } from '@/lib/core/roles'
import { useWaitingChange } from '@/lib/pages/client/use-waiting-change'
import type { WaitingAnswer } from '@/lib/pages/waiting'
import { ApprovalRows } from './approval-rows'
import type { DecisionContext } from './decision-context'

// Where nothing is selected it isn't needed.
const ApprovalPanel = onDemand(() => import('./approval-panel').then((file) => file.ApprovalPanel))

const noList: ApprovalsList = { approvals: [], about: {} }

/** What waits for a second person, the first to lapse on top and selected, with its decision beside it; then what was decided. */
export function ApprovalsView({ context, tabs }: { context: DecisionContext; tabs?: ReactNode }) {
  const { list, waiting, since, ended, about, selected, change, select, open, decided } = useRequests()
  const isAny = waiting.length > 0 || ended.length > 0
  return (
    <>
      <Head count={waiting.length} decides={isAny && may(context.role, 'approve')}>
        {tabs}
      </Head>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_24.5rem] lg:grid-cols-[minmax(0,1fr)_27.5rem]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
          <Card aria-label="Requests">
            {since && <CountedLine since={since} onNow={() => change(notCounted, true)} />}
            {list.data ? (
              waiting.length === 0 ? (
                <EmptyState icon={ShieldCheck} level={2} title="No approvals to decide">
                  Requests appear here when a command needs a second person. They expire after 30 minutes.
                </EmptyState>
              ) : (
                <ApprovalRows
                  label="Open requests"
                  approvals={waiting}
                  since={since}
                  about={about}
                  selected={selected?.id ?? null}
                  onSelect={open}
                />
              )
            ) : list.error ? (
              <ProblemNotice {...describeProblem(list.error)} className="m-4" onRetry={() => void list.refetch()} />
            ) : (
              <SkeletonRows rows={3} />
            )}
          </Card>
          {ended.length > 0 && (
            <Card aria-labelledby="ended">
              <CardHead
                title="Decided or expired"
                id="ended"
                count={ended.length}
                beside={<span className="text-meta text-muted">in the last 24 hours</span>}
              />
              <ApprovalRows
                label="Decided or expired requests"
                approvals={ended}
                about={about}
                selected={selected?.id ?? null}
                onSelect={open}
              />
            </Card>
          )}
        </div>
        {selected && (
          <ApprovalPanel
            key={selected.id}
            approval={selected}
            context={context}
            onDecided={() => decided(selected.id)}
            onAsked={({ id }) => select(id)}
          />
        )}
      </div>
    </>
  )
}

/** The requests as the address has them: which is selected, and whether they are those that a number counted. */
function useRequests() {
  const [address, change] = useSearchParamsState([...countedFields, 'approval'])
  const list = useQuery(approvalsQuery(countedIn(address)))
  useWaitingChange(statesOf, () => void list.refetch())
  const { approvals, about } = list.data ?? noList
  const { waiting, since } = openRequests(list.data ?? noList)
  const ended = approvals.filter(({ state, id }) => state !== 'waiting' && waiting.every((each) => each.id !== id))
  const rows = [...waiting, ...ended]
  const firstRow = useFirstRow(waiting[0]?.id ?? null)
  const selected = rows.find(({ id }) => id === (address.approval ?? firstRow)) ?? null

  function select(id: string) {
    change({ approval: id })
    focusRow(id)
  }
  function open(id: string) {
    change({ approval: id })
    showPanel('Approval request')
  }
  // One that was decided here stays open with its outcome, though the list goes on; what is next to it is the next to decide.
  const [decidedHere, setDecidedHere] = useState<string | null>(null)
  function decided(id: string) {
    setDecidedHere(id)
    change({ approval: id })
  }
  function step(by: 1 | -1) {
    const [toDecide] = waiting.filter(({ state }) => state === 'waiting')
    if (by === 1 && toDecide && selected?.id === decidedHere) return select(toDecide.id)
    const index = rows.findIndex(({ id }) => id === selected?.id)
    const next = rows[Math.min(Math.max(index + by, 0), rows.length - 1)]
    if (next) select(next.id)
  }
  usePageKeys({ j: () => step(1), k: () => step(-1) })
  return { list, waiting, since, ended, about, selected, change, select, open, decided }
}

/** The open requests. Where a number counted some, these, also those that were decided since, and above them those that came later. */
function openRequests({ approvals, counted }: ApprovalsList): { waiting: Approval[]; since?: Since } {
  const sorted = approvals.toSorted(byLapse)
  const now = sorted.filter(({ state }) => state === 'waiting')
  const { rows: waiting, since } = partCounted(counted, { now, all: sorted, keyOf: ({ id }) => id })
  return { waiting, ...(since && { since }) }
}

const statesOf = ({ approvals }: WaitingAnswer) => approvals.map(({ id, state }) => `${id} ${state}`).join()

const byLapse = (a: Approval, b: Approval) => a.expiresAt.localeCompare(b.expiresAt)

type HeadProps = {
  count: number
  /** There's something to decide, for somebody who may. */
  decides: boolean
  children: ReactNode
}

function Head({ count, decides, children }: HeadProps) {
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2.5">
      <h1 className="font-semibold text-title">Approvals</h1>
      {count > 0 && <Count of={count} />}
      {children}
      <p className="text-meta text-muted max-lg:hidden">Requests expire after 30 minutes. Nothing is sent until you approve.</p>
      {decides && (
        <span className="ml-auto flex items-center gap-1 whitespace-nowrap text-meta text-muted max-lg:hidden">
          <Kbd>J</Kbd> <Kbd>K</Kbd> next, previous <Kbd>A</Kbd> approve <Kbd>R</Kbd> decline
        </span>
      )}
    </div>
  )
}
