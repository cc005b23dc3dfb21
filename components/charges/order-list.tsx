'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { daysOf } from '@/lib/charges/days'
import { isEntry, type TimelineRow } from '@/lib/charges/timeline'
import { dayHeading } from '@/lib/dates'
import { loadFold, OrderItem, rowLine } from './order-item'

/** So many rows stand in the page at first, and so many more each time its end comes near: a long history is as quick as a short one. */
const portion = 30

type Props = {
  rows: readonly TimelineRow[]
  /** Somebody looked for it: an order that is the only one found stands open. */
  opensOnlyOne: boolean
  /** Shows what was done beside the orders. */
  entry: (entryId: string) => ReactNode
}

export function OrderList({ rows, opensOnlyOne, entry }: Props) {
  const [shown, setShown] = useState(portion)
  const end = useRef<HTMLDivElement>(null)
  const hasMore = shown < rows.length
  useRowKeys('[data-order-row], [data-entry-row]')

  useEffect(() => {
    void loadFold() // once the page stands, so that the first click need not wait
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an end that is still in sight after a portion has to be seen anew.
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setShown((count) => count + portion), {
      rootMargin: '600px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasMore, shown])

  return (
    <>
      {daysOf(rows.slice(0, shown)).map(({ day, rows: ofDay }, at) => (
        <section key={`${day} ${keyOf(ofDay[0], 0)}`} aria-label={day === null ? 'Day not told' : dayHeading(day)}>
          <h3 className="sticky top-[calc(var(--head)+2.5rem)] z-1 flex justify-between gap-2 rounded-card bg-raised px-4 pt-2 font-medium text-meta text-muted tabular-nums lg:top-head print:static">
            {day === null ? 'Day not told' : dayHeading(day)}
            {at === 0 && <span className="font-normal">service time</span>}
          </h3>
          <ul>
            {ofDay.map((row, place) =>
              isEntry(row) ? (
                <li key={row.entryId} className={rowLine}>
                  {entry(row.entryId)}
                </li>
              ) : (
                <OrderItem key={keyOf(row, place)} order={row} alone={opensOnlyOne && rows.length === 1} />
              ),
            )}
          </ul>
        </section>
      ))}
      {hasMore && (
        <div ref={end} className="grid justify-center border-b p-2 print:hidden">
          <Button variant="quiet" onClick={() => setShown(shown + portion)}>
            Show older orders
          </Button>
        </div>
      )}
    </>
  )
}

const keyOf = (row: TimelineRow | undefined, place: number) =>
  (row && (isEntry(row) ? row.entryId : row.orderId)) ?? `gap ${place}`
