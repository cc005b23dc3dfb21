'use client'

import { type ReactNode, useContext, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Card } from '@/components/ui/card'
import { Count } from '@/components/ui/card-head'
import { late } from '@/components/ui/late'
import { StaleStamp } from '@/components/ui/stale-stamp'
import { exceptionsIn } from '@/lib/charges/exceptions'
import { describeCoverage, missingOf } from '@/lib/charges/history-pieces'
import { isFiltering, type OrderFilter, passesEntry } from '@/lib/charges/order-filter'
import { type Entry, reachOf, timelineOf } from '@/lib/charges/timeline'
import { useRemembered } from '@/lib/client/remembered'
import { cn } from '@/lib/core/cn'
import { formatRange } from '@/lib/core/dates'
import { ChosenChargeContext, OrdersContext } from './charge-verbs'
import { HistorySkeleton } from './history-skeleton'
import { HistoryFoot, NoMatch, Unread, useHistoryState } from './history-state'
import type { RowContext } from './order-line'
import { OrderList } from './order-list'
import { UnreadPeriod } from './unread-period'
import type { History } from './use-history'
import { useAskedOrder, useOrderFilter } from './use-order-filter'
import { usePrinting } from './use-printing'

// Loaded later: filters do nothing before the page is interactive.
const TimelineFilters = late(
  () => import('./timeline-tools').then((file) => file.TimelineFilters),
  <div className="h-7 flex-auto max-lg:order-last max-lg:basis-full max-sm:h-22 print:hidden" />,
)

/** What was done to the buyer, newest first, and how each is shown. */
export type Beside = { entries: readonly Entry[]; show: (entryId: string) => ReactNode }

type Props = {
  history: History
  beside?: Beside
  /** Shown at the end of the heading: the link to the whole history, and the menu. */
  more?: ReactNode
}

/** From so many orders on there are filters, months and runs. */
export const longFrom = 9

/** The orders of a buyer, with what was done in between: a few as they are, many by months. */
export function ChargeHistory({ history, beside = nothingBeside, more }: Props) {
  const { filter: typed, unread, change, clear } = useOrderFilter()
  const [everyOrder] = useRemembered('every-order')
  const filter = useDeferredValue(typed) // typing stays responsive while the list is filtered
  const { entries, found, rows } = useTimeline(history, beside, filter)
  const { orders, total, complete, state } = history
  const isFiltered = isFiltering(filter)
  const isLong = orders.length >= longFrom || (total ?? 0) >= longFrom
  const context = useRowContext(orders, beside.show, isFiltered && rows.length === 1)
  const { stamp, problem, isUnknown } = useHistoryState(history)
  return (
    <section aria-labelledby="charge-history" className="relative min-w-0">
      <h2 id="charge-history" className="sr-only">
        Charge history
      </h2>
      <Card as="div" className={cn('print:border-0', stamp && 'stale')}>
        <div className={cn(head, isLong && 'lg:sticky lg:top-under lg:min-h-12 print:static')}>
          <h3 className="font-semibold text-head">Orders</h3>
          {orders.length > 0 && <Count of={total ?? orders.length} />}
          {(isLong || isFiltering(typed) || unread !== null) && (
            <TimelineFilters
              filter={typed}
              orders={orders}
              isRead={state === 'read'}
              entries={entries.length}
              onChange={change}
              onClear={clear}
            />
          )}
          <span className="ml-auto flex items-center gap-1 print:hidden">
            {stamp && <StaleStamp {...stamp} onRetry={history.refresh} />}
            {more}
          </span>
        </div>
        <UnreadPeriod unread={unread} shown={formatRange(typed.from, typed.to)} advice="Choose days in the filters." />
        <Unread history={history} problem={problem} isUnknown={isUnknown} />
        {found === null && <HistorySkeleton />}
        {found !== null && (orders.length > 0 || entries.length > 0) && (
          <div className="@container print:hidden">
            {rows.length === 0 ? (
              <NoMatch history={history} onClear={clear} />
            ) : (
              <OrdersContext value={orders}>
                <OrderList
                  key={JSON.stringify(filter)}
                  rows={rows}
                  isLong={isLong}
                  isFiltered={isFiltered}
                  isPartial={!complete}
                  everyOrder={everyOrder}
                  context={context}
                />
              </OrdersContext>
            )}
            {orders.length > 0 && <HistoryFoot history={history} problem={problem} found={isFiltered ? found.length : null} />}
          </div>
        )}
        <Printed history={history} orders={found ?? []} isFiltered={isFiltered} />
      </Card>
    </section>
  )
}

const head = 'z-3 flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 rounded-t-card border-b bg-raised py-1.5 pr-2 pl-4'

/** The orders that pass the filter, with what was done beside them as far back as orders are loaded. See `useFound`. */
function useTimeline(history: History, { entries: all }: Beside, filter: OrderFilter) {
  const { orders, state } = history
  const reach = state === 'failed' ? null : reachOf(history)
  const found = useFound(orders, filter)
  const entries = useMemo(() => all.filter(({ time }) => reach === null || time >= reach), [all, reach])
  const rows = useMemo(() => {
    const passing = entries.filter((entry) => passesEntry(entry, filter))
    return timelineOf(found ?? [], passing)
  }, [found, entries, filter])
  return { entries, found, rows }
}

/**
 * The orders that pass a filter. What filters is loaded right after the page, because most pages are opened without one; null while an
 * address that names a filter waits for it.
 */
function useFound(orders: History['orders'], filter: OrderFilter): History['orders'] | null {
  const [loaded, setLoaded] = useState<typeof import('@/lib/charges/order-digest') | null>(null)
  useEffect(() => {
    void import('@/lib/charges/order-digest').then(setLoaded)
  }, [])
  return useMemo(() => {
    if (!isFiltering(filter)) return orders
    return loaded && orders.filter((order) => loaded.passes(loaded.digestKept(order), filter))
  }, [orders, filter, loaded])
}

function useRowContext(orders: History['orders'], entry: Beside['show'], alone: boolean): RowContext {
  const { order, charge } = useAskedOrder()
  const chosen = useContext(ChosenChargeContext)
  const exceptions = useMemo(() => exceptionsIn(orders), [orders])
  return useMemo(
    () => ({ entry, alone, exceptions, asked: { order, charge }, chosen }),
    [entry, alone, exceptions, order, charge, chosen],
  )
}

/** What the printer gets. */
function Printed({ history, orders, isFiltered }: { history: History; orders: History['orders']; isFiltered: boolean }) {
  const isPrinting = usePrinting()
  const Statement = useStatement()
  if (!isPrinting) return null
  if (history.state !== 'read') return <p className="hidden print:block">{missingOf(history)?.says}</p>
  const limits = [isFiltered && 'filtered', describeCoverage(history)].filter(Boolean).join(', ')
  return Statement && <Statement orders={orders} limits={limits || null} />
}

const nothingBeside: Beside = { entries: [], show: () => null }

/** The printed statement, or null until it's loaded, which happens right after the page because printing can't wait. */
function useStatement() {
  const [loaded, setLoaded] = useState<typeof import('./statement') | null>(null)
  useEffect(() => {
    void import('./statement').then(setLoaded)
  }, [])
  return loaded?.Statement ?? null
}
