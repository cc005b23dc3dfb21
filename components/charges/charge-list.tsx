'use client'

import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { TablePart } from '@/components/ui/table-part'
import { useRowKeys } from '@/components/ui/use-row-keys'
import type { ReadingProgress } from '@/lib/charges/charge-answers'
import { rowsAtOnce, rowsQuery } from '@/lib/charges/client/charge-queries'
import { columnOf, isDescending, type LedgerColumn, type LedgerSort } from '@/lib/charges/ledger'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import type { ChargeSums } from '@/lib/charges/sums'
import { cn } from '@/lib/core/cn'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { OrdersContext } from './charge-verbs'
import { cellClass, columnNames, isNumeric, rowGrid, tracksOf } from './ledger-columns'
import { LedgerRow } from './ledger-row'
import { LedgerTotals } from './ledger-totals'
import type { useChargeHistoryPage } from './use-charge-history-page'
import { usePrinting } from './use-printing'

type Props = {
  of: ReturnType<typeof useChargeHistoryPage>['of']
  /** Of the orders that pass the filter. */
  sums: ChargeSums
  progress: ReadingProgress
  columns: readonly LedgerColumn[]
  onSort: (sort: LedgerSort | null) => void
  /** A day key in the merchant account's zone. */
  today: string
}

const rowHeight = 36
const overscan = 6

/** The filtered orders as a table. Head and totals stay while the rows change, so that a head that was pressed keeps the focus. */
export function ChargeList({ of, sums, progress, columns, onSort, today }: Props) {
  const found = sums.orders
  return (
    <>
      <SkipRows />
      <TablePart
        as="table"
        aria-label="Orders"
        aria-rowcount={found + 1 + Math.max(1, sums.currencies.length)}
        style={tracksOf(columns, sums) as CSSProperties}
      >
        <Head columns={columns} sort={of.sort} onSort={onSort} />
        <Rows key={JSON.stringify([of.filter, of.sort])} of={of} found={found} columns={columns} today={today} />
        <LedgerTotals sums={sums} progress={progress} columns={columns} rowIndex={found + 2} />
      </TablePart>
    </>
  )
}

/** For who goes through the page by Tab, to whom thousands of orders are thousands of stops. Seen while it has the focus. */
const SkipRows = () => (
  <span className="sr-only focus-within:not-sr-only focus-within:block focus-within:px-4 focus-within:py-1 print:hidden">
    <button
      type="button"
      onClick={() => document.getElementById('totals')?.focus()}
      className="min-h-6 rounded-chip text-accent text-table"
    >
      Skip to totals
    </button>
  </span>
)

/** However many rows there are: only visible ones are rendered, and only those near them are fetched. */
function Rows({ of, found, columns, today }: Pick<Props, 'of' | 'columns' | 'today'> & { found: number }) {
  const body = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: found,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: 120,
  })
  const items = virtualizer.getVirtualItems()
  const { at, near, loaded } = useOrders(of, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const isPrinting = usePrinting()
  useRowKeys('[data-order-toggle]')

  useEffect(() => {
    const place = () => setTop((body.current?.getBoundingClientRect().top ?? 0) + scrollY)
    const observer = new ResizeObserver(place) // the content above loads later and grows
    observer.observe(document.body)
    place()
    return () => observer.disconnect()
  }, [])

  if (isPrinting) return <PrintedRows rows={loaded} found={found} columns={columns} today={today} filter={of.filter} />
  return (
    <TablePart as="rowgroup" ref={body} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      <OrdersContext value={near}>
        {items.map(({ key, index, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0 not-last:border-b"
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            <LedgerRow
              order={at(index)}
              columns={columns}
              rowIndex={index + 2}
              alone={found === 1}
              today={today}
              filter={of.filter}
            />
          </div>
        ))}
      </OrdersContext>
    </TablePart>
  )
}

type PrintedProps = Pick<Props, 'columns' | 'today'> & {
  rows: readonly { index: number; order: OrderOrUnreadable }[]
  found: number
  filter: ChargeFilter
}

/** What paper gets: the rows that are loaded, one below the other, and which of all they are. */
function PrintedRows({ rows, found, columns, today, filter }: PrintedProps) {
  const [first, last] = [rows[0], rows.at(-1)]
  return (
    <TablePart as="rowgroup">
      {first && last && rows.length < found && (
        <TablePart as="row" className="border-b px-4 py-2 text-meta text-muted">
          <TablePart as="cell" aria-colspan={columns.length}>
            {`Rows ${inEnglish(first.index + 1)} to ${inEnglish(last.index + 1)} of ${inEnglish(found)}. The sums are of all of them. To print every order, open Statement.`}
          </TablePart>
        </TablePart>
      )}
      {rows.map(({ index, order }) => (
        <div key={index} className="break-inside-avoid border-b">
          <LedgerRow order={order} columns={columns} rowIndex={index + 2} alone={false} today={today} filter={filter} />
        </div>
      ))}
    </TablePart>
  )
}

const inEnglish = (count: number) => count.toLocaleString('en')

type HeadProps = { columns: readonly LedgerColumn[]; sort: LedgerSort | null; onSort: Props['onSort'] }

/** The heads stay under the buyer's name while the rows scroll. Each sorts by its column: from the largest down first, then the other way. */
function Head({ columns, sort, onSort }: HeadProps) {
  const current = sort ?? '-when'
  return (
    <TablePart as="rowgroup" className="sticky top-[calc(var(--head)+1px)] z-1 border-b bg-raised max-sm:hidden print:static">
      <TablePart as="row" aria-rowindex={1} className={cn(rowGrid, 'h-[1.9375rem]')}>
        {columns.map((column) => {
          const isSorted = columnOf(current) === column
          const isDown = isDescending(current)
          return (
            <TablePart
              key={column}
              as="columnheader"
              aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
              className={cn(cellClass(column), 'font-medium text-meta text-muted')}
            >
              <button
                type="button"
                onClick={() => onSort(next(column, current))}
                className={cn(
                  '-mx-1.5 inline-flex h-7 max-w-[calc(100%+0.75rem)] items-center gap-1 whitespace-nowrap rounded-chip px-1.5 hover:text-ink',
                  isNumeric(column) && 'flex-row-reverse',
                  isSorted && 'text-ink',
                )}
              >
                {columnNames[column]}
                {isSorted && <Icon of={isDown ? ArrowDown : ArrowUp} size={12} />}
              </button>
            </TablePart>
          )
        })}
      </TablePart>
    </TablePart>
  )
}

/** Text begins with A, and whatever is counted with the most. A second press turns it round. */
function next(column: LedgerColumn, current: LedgerSort): LedgerSort | null {
  const isText = !isNumeric(column) && column !== 'when'
  const first: LedgerSort = isText ? column : `-${column}`
  const second: LedgerSort = isText ? `-${column}` : column
  const sort = current === first ? second : first
  return sort === '-when' ? null : sort
}

/** The loaded pieces that contain a range of rows, and all of their orders. */
function useOrders(of: Props['of'], from: number, to: number) {
  const first = Math.floor(from / rowsAtOnce)
  const pieces = Array.from({ length: Math.floor(to / rowsAtOnce) - first + 1 }, (_, index) => first + index)
  const answers = useQueries({ queries: pieces.map((piece) => ({ ...rowsQuery(of, piece), enabled: of.readingId !== '' })) })
  return {
    at: (index: number) => answers[Math.floor(index / rowsAtOnce) - first]?.data?.orders[index % rowsAtOnce],
    near: answers.flatMap(({ data }) => data?.orders ?? []),
    loaded: answers.flatMap(({ data }, piece) =>
      (data?.orders ?? []).map((order, place) => ({ order, index: (first + piece) * rowsAtOnce + place })),
    ),
  }
}
