'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide'
import { useCallback, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Count } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { Kbd } from '@/components/ui/kbd'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { focusRow, showPanel, useFirstRow } from '@/components/ui/rows-and-panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { problemWords } from '@/lib/core/problem-words'
import { may, type Role } from '@/lib/core/roles'
import { useWaitingChange } from '@/lib/pages/client/use-waiting-change'
import type { Waiting } from '@/lib/pages/waiting'
import { refundsQuery } from '@/lib/refunds/client/refund-queries'
import { type Refund, type RefundState, type RefundsPiece, refundStates } from '@/lib/refunds/refund'
import { BatchCard } from './batch-card'
import { DecisionToast } from './decision-toast'
import { RefundList } from './refund-list'
import { RefundPanel } from './refund-panel'
import { Sums } from './sums'

type Props = { role: Role; merchants: readonly { code: string; name: string }[] }

const rowOf = (id: string) => `[data-refund="${id}"]`

const labels: Record<RefundState, string> = { waiting: 'To decide', approved: 'Approved', done: 'Done', refused: 'Refused' }

/** The requests and the one that is selected, the first unless the address names another; then what goes to the provider. */
export function RefundsView({ role, merchants }: Props) {
  const [address, change] = useSearchParamsState(['state', 'refund'])
  const shown = address.state === 'all' ? null : (refundStates.find((state) => state === address.state) ?? 'waiting')
  const list = useInfiniteQuery(refundsQuery(shown))
  const [decided, setDecided] = useState<Refund | null>(null)
  useWaitingChange(toDecideOf, () => void list.refetch())
  const refunds = list.data?.pages.flatMap((piece) => piece.refunds) ?? []
  const [first] = list.data?.pages ?? []
  const firstRow = useFirstRow(refunds[0]?.id ?? null, shown ?? 'all')
  const selected = address.refund ?? firstRow
  const decides = may(role, 'decideRefund')

  function select(id: string | undefined) {
    if (id === undefined) return
    change({ refund: id })
    focusRow(rowOf(id))
  }
  function open(id: string) {
    change({ refund: id })
    showPanel('Refund request')
  }
  function step(by: 1 | -1) {
    const at = refunds.findIndex(({ id }) => id === selected)
    const next = refunds[at + by]
    if (!next && by === 1 && list.hasNextPage) void list.fetchNextPage()
    select(next?.id ?? refunds[Math.max(at, 0)]?.id)
  }
  function goOn(refund: Refund) {
    setDecided(refund)
    const at = refunds.findIndex(({ id }) => id === refund.id)
    const next = at === -1 ? undefined : (refunds[at + 1] ?? refunds[at - 1])
    change({ refund: (next ?? refund).id })
    if (next) focusRow(rowOf(next.id))
  }
  usePageKeys({ j: () => step(1), k: () => step(-1) })
  const clear = useCallback(() => setDecided(null), [])
  return (
    <>
      <Head waiting={first?.counts.waiting} />
      <div className="mb-3 flex items-center gap-4">
        <StateChoice
          shown={shown}
          counts={first?.counts}
          onChange={(state) => change({ state: state === 'waiting' ? null : state, refund: null })}
        />
        <span className="ml-auto flex items-center gap-1 whitespace-nowrap text-meta text-muted max-lg:hidden">
          <Kbd>J</Kbd> <Kbd>K</Kbd> next, previous
        </span>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_24.5rem] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_27.5rem]">
        <Card aria-label="Requests">
          {list.error ? (
            <ProblemNotice {...problemWords(list.error)} className="m-4" onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <SkeletonRows rows={6} />
          ) : refunds.length === 0 ? (
            <EmptyState icon={Undo2} level={2} title={shown === 'waiting' ? 'No refunds to decide' : 'No refunds here'}>
              Requests appear here. To make one, open a received charge in a buyer’s charge history and choose Request refund.
            </EmptyState>
          ) : (
            <RefundList refunds={refunds} state={shown} selected={selected} onSelect={open} />
          )}
          {list.hasNextPage && (
            <div className="grid justify-center border-t p-2">
              <Button variant="quiet" onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
          {shown === 'waiting' && first && first.counts.waiting > 0 && <ToDecide piece={first} />}
        </Card>
        {selected !== null && (
          <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1 md:h-full">
            <RefundPanel
              key={selected}
              id={selected}
              role={role}
              merchants={merchants}
              onDecided={goOn}
              onMoved={({ id }) => change({ refund: id })}
            />
          </div>
        )}
        {decides && <BatchCard merchants={merchants} />}
      </div>
      <DecisionToast
        decided={decided}
        onUndone={({ id }) => {
          clear()
          change({ state: null, refund: id })
        }}
        onGone={clear}
      />
    </>
  )
}

/** Requests that came, and decisions of somebody else. */
const toDecideOf = ({ refunds: { waiting, oldest } }: Waiting) => `${waiting} ${oldest}`

function Head({ waiting }: { waiting: number | undefined }) {
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2.5">
      <h1 className="font-semibold text-title">Refunds</h1>
      {waiting !== undefined && waiting > 0 && <Count of={waiting} />}
      <p className="text-meta text-muted max-lg:hidden">
        The service can’t refund. Approved requests go to the provider in a batch file.
      </p>
    </div>
  )
}

type StateChoiceProps = {
  shown: RefundState | null
  counts: RefundsPiece['counts'] | undefined
  onChange: (state: RefundState | 'all') => void
}

function StateChoice({ shown, counts, onChange }: StateChoiceProps) {
  const all = counts && refundStates.reduce((sum, state) => sum + counts[state], 0)
  return (
    <div className="overflow-x-auto p-0.5">
      <SegmentedControl
        label="State"
        value={shown ?? 'all'}
        onChange={onChange}
        segments={[
          ...refundStates.map((state) => ({ value: state, label: labels[state], ...(counts && { count: counts[state] }) })),
          { value: 'all' as const, label: 'All', ...(all !== undefined && { count: all }) },
        ]}
      />
    </div>
  )
}

/** All that is to be decided, also what further pieces of the list hold. */
function ToDecide({ piece: { counts, sums } }: { piece: RefundsPiece }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 border-line-strong border-t px-4 py-2.5 text-table">
      <span className="mr-auto">
        <b className="font-medium">{counts.waiting.toLocaleString('en')} to decide</b>
        {counts.overdue > 0 && <span className="text-muted">, {counts.overdue.toLocaleString('en')} over 24 hours</span>}
      </span>
      <Sums sums={sums} />
    </p>
  )
}
