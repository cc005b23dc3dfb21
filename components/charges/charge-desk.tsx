'use client'

import { Receipt, SearchX } from 'lucide-react'
import dynamic from 'next/dynamic'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { Skeleton } from '@/components/ui/skeleton'
import { problemWords } from '@/lib/problem-words'
import { ChargeFiles } from './charge-files'
import { ChargeFoot } from './charge-foot'
import { ChargeList } from './charge-list'
import { ChargePicks } from './charge-picks'
import { rowsHeading, ShownFilter } from './filter-link'
import type { FilesOf } from './history-files'
import { HistoryFilters } from './history-filters'
import { HistorySkeleton } from './history-skeleton'
import { ReadingLine } from './reading-line'
import type { useChargeDesk } from './use-charge-desk'

const ChargeFigures = dynamic(() => import('./charge-figures').then((module) => module.ChargeFigures), {
  ssr: false,
  loading: () => <FiguresSkeleton />,
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

type Props = Pick<FilesOf, 'merchant' | 'ticket'> & { desk: ReturnType<typeof useChargeDesk> }

/** A buyer's whole charge history: filters, sums that lead to their rows, doubts, and a list that is the same for ten orders and fifty thousand. */
export function ChargeDesk({ desk, merchant, ticket }: Props) {
  const { filter, change, clear, of, progress, figures, reading } = desk
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
            {...{ title: progress.problem.title, detail: progress.problem.detail, traceId: progress.problem.traceId }}
            advice={`${progress.read.toLocaleString('en')} orders were read before that; sums are of those alone.`}
            onRetry={reading.again}
          />
        )}
        {!progress && !reading.error && <HistorySkeleton />}
        {progress?.state === 'done' && progress.read === 0 && (
          <Card as="div">
            <EmptyState icon={Receipt} title="No charges">
              The service has no order for this buyer. If one is expected, look whether this is the right buyer and merchant
              account.
            </EmptyState>
          </Card>
        )}
        {progress && progress.read > 0 && (
          <>
            <div className="-mb-2">
              {data && <HistoryFilters filter={filter} facets={data.facets} entries={0} onChange={change} onClear={clear} />}
            </div>
            <ChargePicks filter={filter} onChange={change} />
            {data ? <ChargeFigures figures={data} /> : <FiguresSkeleton />}
            <Card as="div">
              <h3 id={rowsHeading} tabIndex={-1} className="scroll-mt-24 px-4 py-2.5 font-semibold text-table outline-none">
                Orders
              </h3>
              <div className="border-t">
                {data && found === 0 && progress.state !== 'reading' ? (
                  <EmptyState icon={SearchX} title="Nothing matches" actions={<Button onClick={clear}>Show all</Button>}>
                    None of {progress.read.toLocaleString('en')} orders passes the filter.
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

/** How many orders there are: as told while they are read, as counted once they are. */
function ordersIn({ state, read, total: told }: NonNullable<ReturnType<typeof useChargeDesk>['progress']>): number {
  return state === 'done' || told === null || told < read ? read : told
}
