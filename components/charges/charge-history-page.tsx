'use client'

import { Receipt, SearchX } from 'lucide'
import dynamic from 'next/dynamic'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { Skeleton } from '@/components/ui/skeleton'
import type { ReadingProgress } from '@/lib/charges/charge-answers'
import { noCharges } from '@/lib/charges/history-pieces'
import { problemDetails, problemWords } from '@/lib/core/problem-words'
import { ChargeFiles } from './charge-files'
import { ChargeList } from './charge-list'
import { ChargePicks } from './charge-picks'
import { rowsHeading, ShownFilter } from './filter-link'
import type { FilesOf } from './history-files'
import { HistorySkeleton } from './history-skeleton'
import type { useChargeHistoryPage } from './use-charge-history-page'

const ChargeFigures = dynamic(() => import('./charge-figures').then((module) => module.ChargeFigures), {
  ssr: false,
  loading: () => <FiguresSkeleton />,
})

const OrderFilters = dynamic(() => import('./order-filters').then((module) => module.OrderFilters), {
  ssr: false,
  loading: () => <div className="h-7" />,
})

/** As tall as most figures are, so that the rows beneath hardly move. */
function FiguresSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-64 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  )
}

type Props = Pick<FilesOf, 'merchant' | 'ticket'> & { context: ReturnType<typeof useChargeHistoryPage> }

/** A buyer's whole charge history: filters, linked figures, and a list for ten orders or fifty thousand. */
export function ChargeHistoryPage({ context, merchant, ticket }: Props) {
  const { filter, change, clear, of, progress, figures, reading } = context
  const { data } = figures
  const found = data?.sums.orders ?? 0
  return (
    <ShownFilter value={filter}>
      <section aria-labelledby="all-charges" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SectionHead title="Charge history" id="all-charges" className="mb-0" count={progress ? ordersIn(progress) : undefined}>
          {progress && <ReadingLine progress={progress} />}
          {progress && progress.read > 0 && <ChargeFiles of={of} merchant={merchant} ticket={ticket} />}
        </SectionHead>
        {reading.error && (
          <ProblemNotice
            {...problemWords(reading.error)}
            onRetry={problemWords(reading.error).again ? reading.again : undefined}
          />
        )}
        {progress?.problem && (
          <ProblemNotice
            title={progress.problem.title}
            detail={progress.problem.detail}
            details={problemDetails(progress.problem)}
            advice={`Totals cover only the ${progress.read.toLocaleString('en')} orders we loaded before the error.`}
            onRetry={reading.again}
          />
        )}
        {!progress && !reading.error && (
          <Card as="div">
            <HistorySkeleton />
          </Card>
        )}
        {progress?.state === 'done' && progress.read === 0 && (
          <Card as="div">
            <EmptyState icon={Receipt} title={(progress.total ?? 0) > 0 ? 'Charges missing' : 'No charges'}>
              {(progress.total ?? 0) > 0
                ? `The service reported ${progress.total?.toLocaleString('en')} orders but sent none of them. Refresh to try again.`
                : noCharges}
            </EmptyState>
          </Card>
        )}
        {progress && progress.read > 0 && (
          <>
            <div className="flex">
              {data && <OrderFilters filter={filter} facets={data.facets} isRead entries={0} onChange={change} onClear={clear} />}
            </div>
            <ChargePicks filter={filter} onChange={change} />
            {data ? <ChargeFigures figures={data} /> : <FiguresSkeleton />}
            <Card as="div">
              <h3 id={rowsHeading} tabIndex={-1} className="scroll-mt-24 px-4 py-2.5 font-semibold text-table outline-none">
                Orders
              </h3>
              <div className="border-t">
                {data && found === 0 && progress.state !== 'reading' ? (
                  <EmptyState icon={SearchX} title="No matching orders" actions={<Button onClick={clear}>Clear filters</Button>}>
                    None of the {progress.read.toLocaleString('en')} orders{progress.state === 'done' ? '' : ' loaded so far'}{' '}
                    match your filters.
                  </EmptyState>
                ) : (
                  <ChargeList key={JSON.stringify(of.filter)} of={of} found={found} />
                )}
              </div>
              <ChargeFoot found={found} progress={progress} />
            </Card>
          </>
        )}
      </section>
    </ShownFilter>
  )
}

/** How many orders there are: the service's total while reading, the number read afterwards. */
function ordersIn({ state, read, total: count }: NonNullable<ReturnType<typeof useChargeHistoryPage>['progress']>): number {
  return state === 'done' || count === null || count < read ? read : count
}

const inEnglish = (count: number) => count.toLocaleString('en')
const ordersOf = (count: number) => `${inEnglish(count)} ${count === 1 ? 'order' : 'orders'}`

/** How many orders the list and the figures are based on. */
function ChargeFoot({ found, progress }: { found: number; progress: ReadingProgress }) {
  return (
    <CardFoot className="flex-wrap justify-between">
      <span role="status" className="tabular-nums">
        {shownWords(found, progress)}
      </span>
      <span>{asides(progress).join(' ')}</span>
    </CardFoot>
  )
}

function shownWords(found: number, { state, read, total }: ReadingProgress): string {
  if (state === 'done') return `Showing ${inEnglish(found)} of ${ordersOf(read)}`
  const progressText =
    total === null ? `${ordersOf(read)} loaded so far` : `${inEnglish(read)} loaded so far, ${ordersOf(total)} in total`
  return `Showing ${inEnglish(found)} of ${progressText}`
}

function asides({ state, read, total, unreadable }: ReadingProgress): string[] {
  return [
    unreadable === 0 ? '' : `We couldn’t read ${ordersOf(unreadable)}, so totals leave ${unreadable === 1 ? 'it' : 'them'} out.`,
    state === 'done' && total !== null && total !== read
      ? `The service reported ${inEnglish(total)} orders but sent ${inEnglish(read)}.`
      : '',
    'This list doesn’t include refunds.',
  ].filter((words) => words !== '')
}

/** Progress while the history is being read. */
function ReadingLine({ progress: { state, read, total } }: { progress: ReadingProgress }) {
  if (state !== 'reading') return null
  const words = `Loading ${read.toLocaleString('en')}${total === null ? '' : ` of ${total.toLocaleString('en')}`} orders…`
  return (
    <span className="inline-flex items-center gap-2 text-meta text-muted tabular-nums">
      <progress
        aria-label="Orders loaded"
        value={total === null ? undefined : read}
        max={total ?? undefined}
        className="h-1.5 w-28 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      {words}
    </span>
  )
}
