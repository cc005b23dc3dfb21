'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Undo2 } from 'lucide'
import dynamic from 'next/dynamic'
import { useCallback, useState } from 'react'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { Count } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { onDemand } from '@/components/ui/late'
import { CountedLine } from '@/components/ui/newer-line'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { focusRow, showPanel, useFirstRow } from '@/components/ui/rows-and-panel'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { usePageKeys } from '@/components/ui/use-page-keys'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { useSettled } from '@/lib/client/use-settled'
import { countedFields, countedIn, notCounted } from '@/lib/core/counted'
import { describeProblem } from '@/lib/core/problem-words'
import { may, type Role } from '@/lib/core/roles'
import * as routes from '@/lib/core/routes'
import { useWaitingChange } from '@/lib/pages/client/use-waiting-change'
import type { WaitingAnswer } from '@/lib/pages/waiting'
import { refreshRefunds, refundsQuery } from '@/lib/refunds/client/refund-queries'
import type { Refund, RefundState, RefundsPiece } from '@/lib/refunds/refund'
import { describeFilter, filterNames, isRefundFiltering, type RefundFilter, refundFilterIn } from '@/lib/refunds/refund-filter'
import { DecisionToast } from './decision-toast'
import { RefundList } from './refund-list'
import { RefundTools } from './refund-tools'
import { Sums } from './sums'

// Where nothing is selected it isn't needed.
const RefundPanel = onDemand(() => import('./refund-panel').then((file) => file.RefundPanel))
// Agents don’t have it.
const BatchCard = dynamic(() => import('./batch-card').then((file) => file.BatchCard))

type Props = { role: Role; merchants: readonly { code: string; name: string }[] }

/** The requests and the one that is selected, the first unless the address names another; then what goes to the provider. */
export function RefundsView({ role, merchants }: Props) {
  const requests = useRequests()
  const { piece, filter, typed, selected, change } = requests
  const [decided, setDecided] = useState<Refund | null>(null)
  const clear = useCallback(() => setDecided(null), [])
  const decides = may(role, 'decideRefund')
  return (
    <>
      <Head waiting={piece?.counts.waiting} exported={decides ? filter : null} />
      <RefundTools
        filter={typed}
        piece={piece}
        // What is typed is no step that Back undoes letter by letter.
        onChange={(changes) => change({ ...notCounted, ...changes, refund: null }, !('find' in changes))}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-3 md:grid-cols-[minmax(0,1fr)_24.5rem] md:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1fr)_27.5rem]">
        <RequestsCard requests={requests} />
        {selected !== null && (
          <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1 md:h-full">
            <RefundPanel
              key={selected}
              id={selected}
              role={role}
              merchants={merchants}
              onDecided={(refund) => {
                setDecided(refund)
                requests.goOn(refund)
              }}
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

type Requests = ReturnType<typeof useRequests>

/** The requests as the address filters them, the one that is selected, and the ways from one to the next. */
function useRequests() {
  const [{ refund: chosen, ...address }, change] = useSearchParamsState([...filterNames, ...countedFields, 'refund'])
  const queryClient = useQueryClient()
  const filter = refundFilterIn({ ...address, find: useSettled(address.find, typingMs) })
  const list = useInfiniteQuery(refundsQuery(filter, countedIn(address)))
  // The selected one and the batch with it: a decision must not be offered for what a colleague has decided.
  useWaitingChange(toDecideOf, () => void refreshRefunds(queryClient))
  const [piece = null] = list.data?.pages ?? []
  const since = piece?.counted && { ...piece.counted, count: piece.counted.newer.length }
  const refunds = [...(since?.newer ?? []), ...(list.data?.pages.flatMap((each) => each.refunds) ?? [])]
  const firstRow = useFirstRow(refunds[0]?.id ?? null, JSON.stringify(filter))
  const selected = chosen ?? firstRow

  function select(id: string | undefined) {
    if (id === undefined) return
    change({ refund: id })
    focusRow(id)
  }
  function open(id: string) {
    change({ refund: id })
    showPanel('Refund request')
  }
  function step(by: 1 | -1) {
    const index = refunds.findIndex(({ id }) => id === selected)
    const next = refunds[index + by]
    if (!next && by === 1 && list.hasNextPage) void list.fetchNextPage()
    select(next?.id ?? refunds[Math.max(index, 0)]?.id)
  }
  /** From one that was decided to the next, or to the one before it; without another it stays. */
  function goOn(refund: Refund) {
    const index = refunds.findIndex(({ id }) => id === refund.id)
    const next = index === -1 ? undefined : (refunds[index + 1] ?? refunds[index - 1])
    change({ refund: (next ?? refund).id })
    if (next) focusRow(next.id)
  }
  usePageKeys({ j: () => step(1), k: () => step(-1) })
  return { list, piece, since, refunds, filter, typed: refundFilterIn(address), selected, change, open, goOn }
}

function RequestsCard({ requests }: { requests: Requests }) {
  const { list, piece, since, refunds, filter, selected, change, open } = requests
  return (
    <Card aria-label="Requests">
      {since && <CountedLine since={since} onNow={() => change(notCounted, true)} />}
      {list.error && <ProblemNotice {...describeProblem(list.error)} className="m-4" onRetry={() => void list.refetch()} />}
      {list.isPending ? (
        <SkeletonRows rows={6} />
      ) : !list.data ? null : refunds.length === 0 ? (
        <EmptyState icon={Undo2} level={2} title={emptyTitle(filter)}>
          {isRefundFiltering(filter) ? 'Nothing fits these filters.' : emptyLabels[filter.state ?? 'all']}
        </EmptyState>
      ) : (
        <RefundList
          refunds={refunds}
          since={since}
          filter={filter}
          selected={selected}
          onSelect={open}
          onSort={(sort) => change({ sort, refund: null })}
        />
      )}
      {list.hasNextPage && (
        <div className="grid justify-center border-t p-2">
          <Button variant="quiet" onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {filter.state === 'waiting' && piece && piece.counts.waiting > 0 && <ToDecide piece={piece} />}
    </Card>
  )
}

/** Requests that came, and decisions of somebody else. */
const toDecideOf = ({ refunds: { waiting, oldest, mine } }: WaitingAnswer) =>
  [waiting, oldest, ...mine.map(({ id, version }) => `${id} ${version}`)].join(' ')

/** What is typed is asked for once it rests. */
const typingMs = 200

const emptyTitle = (filter: RefundFilter) =>
  filter.state === 'waiting' && !isRefundFiltering(filter) ? 'No refunds to decide' : 'No refunds here'

const howToRequest =
  'Requests appear here. To make one, open a received charge in a buyer’s charge history and choose Request refund.'

const emptyLabels: Record<RefundState | 'all', string> = {
  waiting: howToRequest,
  approved: 'Approved refunds appear here until the provider has made them. To approve one, go to To decide.',
  done: 'Refunds appear here once you’ve marked them as done with the provider’s reference.',
  refused: 'Refused requests appear here, with the reason.',
  all: howToRequest,
}

/** The address of the list's file. */
function exportPath({ state, ...filter }: RefundFilter): string {
  return routes.withSearch(routes.refundsExport(), { ...filter, state })
}

function Head({ waiting, exported }: { waiting: number | undefined; exported: RefundFilter | null }) {
  return (
    <div className="mb-3 flex min-h-8 flex-wrap items-center gap-x-2.5">
      <h1 className="font-semibold text-title">Refunds</h1>
      {waiting !== undefined && waiting > 0 && <Count of={waiting} />}
      <p className="text-meta text-muted max-lg:hidden">
        The service can’t refund. Approved requests go to the provider in a batch file.
      </p>
      <span className="ml-auto flex items-center gap-3">
        <span className="flex items-center gap-1 whitespace-nowrap text-meta text-muted max-lg:hidden">
          <Kbd>J</Kbd> <Kbd>K</Kbd> next, previous
        </span>
        {exported && (
          <a
            href={exportPath(exported)}
            download
            aria-label={`Export ${describeFilter(exported).join(', ')}`}
            className={buttonClass()}
          >
            <Icon of={Download} size={14} />
            Export
          </a>
        )}
      </span>
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
