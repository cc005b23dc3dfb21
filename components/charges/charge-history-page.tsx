'use client'

import { Receipt, SearchX } from 'lucide'
import { useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { late } from '@/components/ui/late'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useClock } from '@/components/ui/use-clock'
import type { ChargeFigures as Figures, ReadingProgress } from '@/lib/charges/charge-answers'
import { formatFilterPeriod } from '@/lib/charges/filter-period'
import { missingOf, noCharges, uncounted } from '@/lib/charges/history-pieces'
import { dayIn } from '@/lib/core/dates'
import { describeProblem, problemDetails } from '@/lib/core/problem-words'
import { ChargeTitle } from './charge-title'
import { rowsHeading, ShownFilter } from './filter-link'
import type { FilesOf } from './history-files'
import { HistorySkeleton } from './history-skeleton'
import { useLedgerColumns } from './ledger-columns'
import { UnreadPeriod } from './unread-period'
import type { useChargeHistoryPage } from './use-charge-history-page'

const ChargeFigures = late(() => import('./charge-figures').then((file) => file.ChargeFigures), <FiguresSkeleton />)

// The rows with what scrolls through any number of them. They wait for the figures anyway.
const loadList = () => import('./charge-list')
const ChargeList = late(() => loadList().then((file) => file.ChargeList))

const ChargeTools = late(
  () => import('./charge-tools').then((file) => file.ChargeTools),
  <div className="h-[2.625rem] border-b" />,
)

/** As tall as the figures are, so that the rows beneath don't move. */
function FiguresSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Skeleton className="h-14 rounded-card max-sm:h-[11.375rem]" />
      <Skeleton className="h-[7.875rem] rounded-card max-lg:h-[10.125rem] max-sm:h-[10.4375rem]" />
    </div>
  )
}

type Context = ReturnType<typeof useChargeHistoryPage>
type Props = Pick<FilesOf, 'merchant' | 'ticket'> & { context: Context }

/** A buyer's whole charge history: sums, months, and a table for ten orders or fifty thousand. */
export function ChargeHistoryPage({ context, merchant, ticket }: Props) {
  const { filter, unread, progress, figures, reading, change } = context
  useEffect(() => {
    void loadList() // while the history is read
  }, [])
  return (
    <ShownFilter value={filter}>
      <section aria-labelledby="all-charges" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <ChargeTitle context={context} merchant={merchant} ticket={ticket} />
        <UnreadPeriod
          unread={unread}
          shown={formatFilterPeriod(filter)}
          advice="Choose a month in the chart, or days in the filters."
        />
        <ReadingProblems context={context} />
        {!progress && !reading.error && (
          <Card as="div">
            <HistorySkeleton />
          </Card>
        )}
        {progress?.state === 'done' && progress.read === 0 && <NoneRead total={progress.total} />}
        {progress && progress.read > 0 && (
          <>
            {figures.data && <ChargeFigures figures={figures.data} filter={filter} onChange={change} />}
            {!figures.data && !figures.error && <FiguresSkeleton />}
            {!figures.data && figures.error ? (
              <ProblemNotice {...describeProblem(figures.error)} onRetry={() => void figures.refetch()} />
            ) : (
              <Orders context={context} progress={asCounted(progress, figures.data)} zone={merchant.timeZone} />
            )}
          </>
        )}
      </section>
    </ShownFilter>
  )
}

/** Sums and what they are said to be of come from one answer: the reading may be further than the sums, or behind them. */
const asCounted = (progress: ReadingProgress, figures: Figures | undefined): ReadingProgress =>
  figures ? { ...progress, read: figures.whole.orders } : progress

/** Why the history could not be read, or not to its end. */
function ReadingProblems({ context: { reading, progress } }: { context: Context }) {
  return (
    <>
      {reading.error && (
        <ProblemNotice
          {...describeProblem(reading.error)}
          onRetry={describeProblem(reading.error).again ? reading.again : undefined}
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
    </>
  )
}

/** The table with its filters, and under it what it does not hold. */
function Orders({ context, progress, zone }: { context: Context; progress: ReadingProgress; zone: string }) {
  const { filter, change, clear, of, sortBy } = context
  const { data } = context.figures
  const [columns, setColumns] = useLedgerColumns()
  const found = data?.sums.orders ?? 0
  const today = dayIn(useClock(progress.asOf).now, zone)
  return (
    <div>
      <Card as="div">
        <h3 id={rowsHeading} tabIndex={-1} className="sr-only scroll-mt-24">
          Orders
        </h3>
        {data ? (
          <ChargeTools
            filter={filter}
            facets={data.facets}
            isRead={progress.state !== 'reading'}
            columns={columns}
            onColumns={setColumns}
            onChange={change}
            onClear={clear}
          />
        ) : (
          <div className="h-[2.625rem] border-b" />
        )}
        {data && found === 0 && progress.state !== 'reading' ? (
          <EmptyState icon={SearchX} title="No matching orders" actions={<Button onClick={clear}>Clear filters</Button>}>
            {describeNone(progress)}
          </EmptyState>
        ) : (
          data && <ChargeList of={of} sums={data.sums} progress={progress} columns={columns} onSort={sortBy} today={today} />
        )}
      </Card>
      <p className="flex flex-wrap justify-between gap-x-4 px-4 pt-2 text-meta text-muted">
        <span role="status" className="tabular-nums">
          {data && describeShown(found, progress)}
        </span>
        <span>{asides(progress).join(' ')}</span>
      </p>
    </div>
  )
}

function describeNone({ state, read }: ReadingProgress): string {
  if (state === 'done' && read === 1) return 'The only order doesn’t match your filters.'
  return `None of the ${ordersOf(read)}${state === 'done' ? '' : ' loaded so far'} match your filters.`
}

const inEnglish = (count: number) => count.toLocaleString('en')
const ordersOf = (count: number) => `${inEnglish(count)} ${count === 1 ? 'order' : 'orders'}`

function describeShown(found: number, { state, read, total }: ReadingProgress): string {
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
    state === 'done' && total === null ? uncounted : '',
    'Totals don’t subtract refunds.',
  ].filter((words) => words !== '')
}

/** Nothing came, which is no orders only where the service says so. */
function NoneRead({ total }: { total: number | null }) {
  const missing = missingOf({ state: 'read', orders: [], total, complete: true })
  return (
    <Card as="div">
      <EmptyState icon={Receipt} title={missing === null ? 'No charges' : 'Charges missing'}>
        {missing === null ? noCharges : `${missing.says} Refresh to try again.`}
      </EmptyState>
    </Card>
  )
}
