'use client'

import { Receipt, SearchX } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CardFoot } from '@/components/ui/card-foot'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { facetsOf } from '@/lib/charges/facets'
import { coverageWords, missingOf, noCharges } from '@/lib/charges/history-pieces'
import { digestKept, passes } from '@/lib/charges/order-digest'
import { isFiltering, passesEntry } from '@/lib/charges/order-filter'
import { type Entry, reachOf, timelineOf } from '@/lib/charges/timeline'
import { problemWords } from '@/lib/core/problem-words'
import { HistorySkeleton } from './history-skeleton'
import { OrderList } from './order-list'
import type { History } from './use-history'
import { useOrderFilter } from './use-order-filter'

// Loaded later: filters do nothing before the page is interactive. The placeholder keeps their space.
const HistoryFilters = dynamic(() => import('./history-filters').then((loaded) => loaded.HistoryFilters), {
  ssr: false,
  loading: () => <div className="mb-2 h-17 max-sm:h-22 print:hidden" />,
})

/** What was done to the buyer, newest first, and how each is shown. */
export type Beside = { entries: readonly Entry[]; show: (entryId: string) => ReactNode }

type Props = {
  history: History
  beside?: Beside
  /** Shown at the end of the heading: the link to the whole history, and exports. */
  more?: ReactNode
}

/** The charge history of a buyer: filters, days, orders that unfold to their attempts, and the actions in between. */
export function ChargeHistory({ history, beside = nothingBeside, more }: Props) {
  const { filter: typed, change, clear } = useOrderFilter()
  const filter = useDeferredValue(typed) // typing stays responsive while the list is filtered
  const facets = useMemo(() => facetsOf(history.orders.map(digestKept)), [history.orders])
  const found = useMemo(() => history.orders.filter((order) => passes(digestKept(order), filter)), [history.orders, filter])
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
  const missing = missingOf(history)
  const isPrinting = usePrinting()
  const Statement = useStatement()

  return (
    <section aria-labelledby="charge-history" className="min-w-0">
      <SectionHead title="Charge history" id="charge-history" count={orders.length === 0 ? undefined : (total ?? orders.length)}>
        {coverage && orders.length > 0 && (
          <span className="text-meta text-muted tabular-nums">based on loaded orders: {coverage}</span>
        )}
        {more}
      </SectionHead>
      {!isEmpty && (
        <HistoryFilters
          filter={typed}
          facets={facets}
          isRead={state === 'read'}
          entries={entries.length}
          onChange={change}
          onClear={clear}
        />
      )}
      {error && state === 'failed' && (
        <ProblemNotice {...problemWords(error)} onRetry={problemWords(error).again ? history.refresh : undefined} />
      )}
      {state === 'loading' && <HistorySkeleton />}
      {state === 'read' && orders.length === 0 && (
        <Card as="div" className="not-last:mb-3">
          <EmptyState icon={Receipt} title={missing === null ? 'No charges' : 'Charges missing'}>
            {missing === null ? noCharges : `${missing.says} Refresh to try again.`}
          </EmptyState>
        </Card>
      )}
      {!isEmpty && (
        <Card as="div" className="print:hidden">
          {rows.length === 0 ? (
            <EmptyState icon={SearchX} title="No matching orders" actions={<Button onClick={clear}>Clear filters</Button>}>
              {missing === null
                ? `None of the ${orders.length.toLocaleString('en')} orders match your filters.`
                : `None of the loaded orders match your filters. ${missing.says}`}
            </EmptyState>
          ) : (
            <OrderList key={JSON.stringify(filter)} rows={rows} opensOnlyOne={isFiltering(filter)} entry={beside.show} />
          )}
          {orders.length > 0 && <HistoryFoot history={history} found={isFiltering(filter) ? found.length : null} />}
        </Card>
      )}
      {isPrinting && state !== 'read' && <p className="hidden print:block">{missing?.says}</p>}
      {isPrinting && Statement && state === 'read' && (
        <Statement orders={found} limits={[isFiltering(filter) && 'filtered', coverage].filter(Boolean).join(', ') || null} />
      )}
    </section>
  )
}

const nothingBeside: Beside = { entries: [], show: () => null }

/** How much of the history is loaded. `found` is the number of orders that pass the filter, null without one. */
function HistoryFoot({ history, found }: { history: History; found: number | null }) {
  const { orders, total, complete, error, isLoadingOlder, loadOlder } = history
  const loaded = orders.length.toLocaleString('en')
  const all = total === null ? null : total.toLocaleString('en')
  return (
    <>
      {error && (
        <ProblemNotice
          {...problemWords(error)}
          title={history.olderFailed ? 'Couldn’t load older orders' : 'Couldn’t refresh the charge history'}
          onRetry={history.olderFailed && loadOlder ? loadOlder : history.refresh}
          className="m-3 print:hidden"
        />
      )}
      <CardFoot className="flex-wrap justify-between print:hidden">
        <span>
          {found !== null && `${found.toLocaleString('en')} of ${loaded} orders match. `}
          {complete && found === null && `Showing ${loaded === '1' ? 'the only order' : `all ${loaded} orders`}. `}
          {!complete && `${loaded} of ${all ?? 'an unknown number of'} orders loaded${isLoadingOlder ? ', loading more' : ''}. `}
          This list doesn’t include refunds.
        </span>
        {loadOlder && !error && (
          <Button size="small" onClick={loadOlder}>
            Load older orders
          </Button>
        )}
      </CardFoot>
    </>
  )
}

function whenPrintingChanges(changed: () => void) {
  const print = matchMedia('print')
  print.addEventListener('change', changed)
  return () => print.removeEventListener('change', changed)
}

/** Whether the page is being printed. The statement of a long history is drawn only then. */
function usePrinting(): boolean {
  return useSyncExternalStore(
    whenPrintingChanges,
    () => matchMedia('print').matches,
    () => false,
  )
}

/** The printed statement, or null until it's loaded, which happens right after the page because printing can't wait. */
function useStatement() {
  const [loaded, setLoaded] = useState<typeof import('./statement') | null>(null)
  useEffect(() => {
    void import('./statement').then(setLoaded)
  }, [])
  return loaded?.Statement ?? null
}
