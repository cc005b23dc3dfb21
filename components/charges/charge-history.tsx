'use client'

import { Receipt, SearchX } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { facetsOf } from '@/lib/charges/facets'
import { isFiltering, passes, passesEntry } from '@/lib/charges/filter'
import { coverageWords } from '@/lib/charges/history-pieces'
import { type Entry, reachOf, timelineOf } from '@/lib/charges/timeline'
import { problemWords } from '@/lib/problem-words'
import { HistoryFoot } from './history-foot'
import { HistorySkeleton } from './history-skeleton'
import { OrderList } from './order-list'
import type { History } from './use-history'
import { useOrderFilter } from './use-order-filter'
import { usePrinting } from './use-printing'
import { useStatement } from './use-statement'

// Nothing can be filtered before the browser has read the page, and the first load is nearly full. Their place is kept.
const HistoryFilters = dynamic(() => import('./history-filters').then((loaded) => loaded.HistoryFilters), {
  ssr: false,
  loading: () => <div className="mb-2 h-17 max-sm:h-22 print:hidden" />,
})

/** What was done to the buyer, newest first, and how each is shown. */
export type Beside = { entries: readonly Entry[]; show: (entryId: string) => ReactNode }

type Props = {
  history: History
  beside?: Beside
  /** At the end of the head: the way to the whole history, and what takes it elsewhere. */
  more?: ReactNode
}

/** The charge history of a buyer: filters, days, orders that fold open to their attempts, and what was done in between. */
export function ChargeHistory({ history, beside = nothingBeside, more }: Props) {
  const { filter, change, clear } = useOrderFilter()
  const facets = useMemo(() => facetsOf(history.orders), [history.orders])
  const found = useMemo(() => history.orders.filter((order) => passes(order, filter)), [history.orders, filter])
  const { orders, total, error, state } = history
  const reach = state === 'failed' ? null : reachOf(history)
  const entries = useMemo(() => beside.entries.filter(({ time }) => reach === null || time >= reach), [beside.entries, reach])
  const rows = useMemo(
    () =>
      timelineOf(
        found,
        entries.filter((entry) => passesEntry(entry, filter)),
      ),
    [found, entries, filter],
  )
  const isEmpty = orders.length === 0 && entries.length === 0
  const coverage = coverageWords(history)
  const isPrinting = usePrinting()
  const Statement = useStatement()

  return (
    <section aria-labelledby="charge-history" className="min-w-0">
      <SectionHead title="Charge history" id="charge-history" count={orders.length === 0 ? undefined : (total ?? orders.length)}>
        {coverage && orders.length > 0 && (
          <span className="text-meta text-muted tabular-nums">counted in those loaded: {coverage}</span>
        )}
        {more}
      </SectionHead>
      {!isEmpty && <HistoryFilters filter={filter} facets={facets} entries={entries.length} onChange={change} onClear={clear} />}
      {error && state === 'failed' && (
        <ProblemNotice {...problemWords(error)} onRetry={problemWords(error).again ? history.refresh : undefined} />
      )}
      {state === 'loading' && <HistorySkeleton />}
      {state === 'read' && orders.length === 0 && (
        <Card as="div" className="not-last:mb-3">
          <EmptyState icon={Receipt} title="No charges">
            The service has no order for this buyer. If one is expected, look whether this is the right buyer and merchant
            account.
          </EmptyState>
        </Card>
      )}
      {!isEmpty && (
        <Card as="div" className="print:hidden">
          {rows.length === 0 ? (
            <EmptyState icon={SearchX} title="Nothing matches" actions={<Button onClick={clear}>Show all</Button>}>
              {coverage ? `None ${coverage}. Older ones may match.` : `None of ${orders.length} orders passes the filter.`}
            </EmptyState>
          ) : (
            <OrderList key={JSON.stringify(filter)} rows={rows} opensOnlyOne={isFiltering(filter)} entry={beside.show} />
          )}
          {orders.length > 0 && <HistoryFoot history={history} found={isFiltering(filter) ? found.length : null} />}
        </Card>
      )}
      {isPrinting && Statement && (
        <Statement orders={found} limits={[isFiltering(filter) && 'filtered', coverage].filter(Boolean).join(', ') || null} />
      )}
    </section>
  )
}

const nothingBeside: Beside = { entries: [], show: () => null }
