'use client'

import { Receipt, SearchX } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { SectionHead } from '@/components/ui/section-head'
import { facetsOf } from '@/lib/charges/facets'
import { isFiltering, passes } from '@/lib/charges/filter'
import { coverageWords } from '@/lib/charges/history-pieces'
import { problemWords } from '@/lib/problem-words'
import { HistoryFoot } from './history-foot'
import { HistorySkeleton } from './history-skeleton'
import { OrderList } from './order-list'
import type { Statement } from './statement'
import type { History } from './use-history'
import { useOrderFilter } from './use-order-filter'
import { usePrinting } from './use-printing'

// Nothing can be filtered before the browser has read the page, and the first load is nearly full. Their place is kept.
const HistoryFilters = dynamic(() => import('./history-filters').then((loaded) => loaded.HistoryFilters), {
  ssr: false,
  loading: () => <div className="mb-2 h-17 max-sm:h-22 print:hidden" />,
})

/** The charge history of a buyer: filters, days, orders that fold open to their attempts. */
export function ChargeHistory({ history }: { history: History }) {
  const { filter, change, clear } = useOrderFilter()
  const facets = useMemo(() => facetsOf(history.orders), [history.orders])
  const found = useMemo(() => history.orders.filter((order) => passes(order, filter)), [history.orders, filter])
  const { orders, total, error, state } = history
  const coverage = coverageWords(history)
  const isPrinting = usePrinting()
  // Paper waits for nothing, so the statement is read as soon as the page stands.
  const [OnPaper, setOnPaper] = useState<typeof Statement | null>(null)
  useEffect(() => void import('./statement').then((loaded) => setOnPaper(() => loaded.Statement)), [])

  return (
    <section aria-labelledby="charge-history" className="min-w-0">
      <SectionHead title="Charge history" id="charge-history" count={orders.length === 0 ? undefined : (total ?? orders.length)}>
        {coverage && orders.length > 0 && (
          <span className="text-meta text-muted tabular-nums">counted in those loaded: {coverage}</span>
        )}
      </SectionHead>
      {orders.length > 0 && <HistoryFilters filter={filter} facets={facets} onChange={change} onClear={clear} />}
      {error && state === 'failed' && (
        <ProblemNotice {...problemWords(error)} onRetry={problemWords(error).again ? history.refresh : undefined} />
      )}
      {state === 'loading' && <HistorySkeleton />}
      {state === 'read' && orders.length === 0 && (
        <Card as="div">
          <EmptyState icon={Receipt} title="No charges">
            The service has no order for this buyer. If one is expected, look whether this is the right buyer and merchant
            account.
          </EmptyState>
        </Card>
      )}
      {orders.length > 0 && (
        <Card as="div" className="print:hidden">
          {found.length === 0 ? (
            <EmptyState icon={SearchX} title="No order matches" actions={<Button onClick={clear}>Show all orders</Button>}>
              {coverage ? `None ${coverage}. Older ones may match.` : `None of ${orders.length} orders passes the filter.`}
            </EmptyState>
          ) : (
            <OrderList key={JSON.stringify(filter)} orders={found} opensOnlyOne={isFiltering(filter)} />
          )}
          <HistoryFoot history={history} found={isFiltering(filter) ? found.length : null} />
        </Card>
      )}
      {isPrinting && OnPaper && (
        <OnPaper orders={found} limits={[isFiltering(filter) && 'filtered', coverage].filter(Boolean).join(', ') || null} />
      )}
    </section>
  )
}
