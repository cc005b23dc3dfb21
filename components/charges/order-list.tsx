'use client'

import { type ComponentProps, lazy, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { isEntry, type TimelineRow } from '@/lib/charges/timeline'
import type { RowLayout } from './order-item'
import { OrderLine, type RowContext } from './order-line'
import { longRows, shortRows } from './order-rows'

// Loaded for a long history alone: months and runs are code that most histories never need.
const loadMonths = () => import('./month-list')
const MonthList = lazy(async () => ({ default: (await loadMonths()).MonthList }))

/** So many lines are in the page at first, and so many more each time its end comes near: a long history is as quick as a short one. */
const portion = 40

type Props = {
  rows: readonly TimelineRow[]
  /** Many orders: by months, each a line. */
  isLong: boolean
  isFiltered: boolean
  isPartial: boolean
  everyOrder: boolean
  context: RowContext
}

/** The orders of a buyer with what was done in between, newest first. */
export function OrderList({ rows, isLong, ...how }: Props) {
  const [lines, setLines] = useState(portion)
  useRowKeys('[data-order-row], [data-run-row], [data-entry-row]')

  const grow = () => setLines((count) => count + portion)
  const more = <MoreRows key={lines} onReached={grow} />
  if (isLong) return <LongList rows={rows} {...how} lines={lines} more={more} />
  return (
    <>
      <Rows rows={rows.slice(0, lines)} layout={shortRows} context={how.context} />
      {rows.length > lines && more}
    </>
  )
}

function Rows({ rows, layout, context }: { rows: readonly TimelineRow[]; layout: RowLayout; context: RowContext }) {
  return (
    <ul>
      {rows.map((row, place) => (
        <OrderLine
          key={isEntry(row) ? row.entryId : (row.orderId ?? `gap ${place}`)}
          row={row}
          layout={layout}
          context={context}
        />
      ))}
    </ul>
  )
}

/** So many rows stand in for the months until their code is here. */
const firstRows = 20

/** Months, left as the server drew them until their code is here, or the first orders in their place. */
function LongList(props: ComponentProps<typeof MonthList>) {
  const [isLoaded, setLoaded] = useState(false)
  const { rows, context } = props
  const months = (
    <Suspense
      fallback={
        <>
          <div className="h-9 border-b bg-surface max-sm:h-13" />
          <Rows rows={rows.slice(0, firstRows)} layout={longRows} context={context} />
        </>
      }
    >
      <MonthList {...props} />
    </Suspense>
  )
  const [first] = useState(months)
  useEffect(() => {
    void loadMonths().then(() => startTransition(() => setLoaded(true)))
  }, [])
  return isLoaded ? months : first
}

/** The end of the rows drawn so far. It asks for more once it comes near, and again while it stays in sight. */
function MoreRows({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it watches for as long as it is there
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(), { rootMargin: '600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={end} className="grid justify-center border-t p-2 print:hidden">
      <Button variant="quiet" onClick={onReached}>
        Show older orders
      </Button>
    </div>
  )
}
