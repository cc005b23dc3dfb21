'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileDown, Undo2 } from 'lucide'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { useSearchParamsState } from '@/lib/client/use-search-params-state'
import { problemWords } from '@/lib/core/problem-words'
import { may, type Role, roleFor } from '@/lib/core/roles'
import { refundsQuery } from '@/lib/refunds/client/refund-queries'
import { type RefundState, refundStates } from '@/lib/refunds/refund'
import { BatchDialog } from './batch-dialog'
import { RefundList } from './refund-list'
import { RefundPanel } from './refund-panel'

type Props = { role: Role; merchants: readonly { code: string; name: string }[] }

const labels: Record<RefundState, string> = { waiting: 'Waiting', approved: 'Approved', done: 'Done', refused: 'Refused' }

/** What was asked for, what is to be decided, what goes to the provider. What is shown and what is opened live in the address. */
export function RefundsView({ role, merchants }: Props) {
  const [address, change] = useSearchParamsState(['state', 'refund'])
  const shown = address.state === 'all' ? null : (refundStates.find((state) => state === address.state) ?? 'waiting')
  const list = useInfiniteQuery(refundsQuery(shown))
  const [isBatching, setBatching] = useState(false)
  const refunds = list.data?.pages.flatMap((piece) => piece.refunds) ?? []
  const counts = list.data?.pages[0]?.counts
  const all = counts && refundStates.reduce((sum, state) => sum + counts[state], 0)
  const decides = may(role, 'decideRefund')
  return (
    <>
      <PageHead
        title="Refunds"
        description="The service can’t make refunds. Decide here, refund at the provider, then record the reference."
        actions={
          <Button
            disabledBecause={decides ? undefined : `needs the ${roleFor('decideRefund')} role`}
            tipPlace={{ align: 'end' }}
            onClick={() => setBatching(true)}
          >
            <Icon of={FileDown} size={14} />
            Batch file
          </Button>
        }
      />
      {counts && counts.overdue > 0 && (
        <Notice kind="deferred" role="status" className="mb-3">
          <b className="font-semibold">
            {counts.overdue === 1 ? '1 refund has been waiting' : `${counts.overdue} refunds have been waiting`} for more than 24
            hours.
          </b>{' '}
          Oldest first.
        </Notice>
      )}
      <div className="mb-3 overflow-x-auto p-0.5">
        <SegmentedControl
          label="State"
          value={shown ?? 'all'}
          onChange={(state) => change({ state: state === 'waiting' ? null : state, refund: null })}
          segments={[
            ...refundStates.map((state) => ({ value: state, label: labels[state], ...(counts && { count: counts[state] }) })),
            { value: 'all' as const, label: 'All', ...(all !== undefined && { count: all }) },
          ]}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        {address.refund !== null && (
          <RefundPanel
            key={address.refund}
            id={address.refund}
            role={role}
            merchants={merchants}
            onClose={() => {
              document.querySelector<HTMLElement>(`[data-refund="${address.refund}"]`)?.focus()
              change({ refund: null })
            }}
          />
        )}
        <Card aria-label="Requests" className="lg:col-start-1 lg:row-start-1">
          {list.error ? (
            <ProblemNotice {...problemWords(list.error)} className="m-4" onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <SkeletonRows rows={5} />
          ) : refunds.length === 0 ? (
            <EmptyState icon={Undo2} level={2} title={shown === 'waiting' ? 'No refunds to decide' : 'No refunds here'}>
              Requests appear here. To make one, open a received charge in a buyer’s charge history and choose Request refund.
            </EmptyState>
          ) : (
            <RefundList refunds={refunds} opened={address.refund} onOpen={(refund) => change({ refund })} />
          )}
          {list.hasNextPage && (
            <div className="grid justify-center border-t p-2">
              <Button variant="quiet" onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </Card>
      </div>
      {isBatching && <BatchDialog merchants={merchants} onClose={() => setBatching(false)} />}
    </>
  )
}
