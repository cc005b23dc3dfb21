'use client'

import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { daysOf } from '@/lib/charges/days'
import { dayHeading } from '@/lib/dates'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { loadFold, OrderItem } from './order-item'

/** So many orders stand in the page at first, and so many more each time its end comes near: a long history is as quick as a short one. */
const portion = 30

type Props = {
  orders: readonly OrderOrGap[]
  /** Somebody looked for it: an order that is the only one found stands open. */
  opensOnlyOne: boolean
}

export function OrderList({ orders, opensOnlyOne }: Props) {
  const [shown, setShown] = useState(portion)
  const end = useRef<HTMLDivElement>(null)
  const hasMore = shown < orders.length
  useRowKeys('[data-order-row]')

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
      {daysOf(orders.slice(0, shown)).map(({ day, orders: ofDay }, at) => (
        <section key={`${day} ${ofDay[0]?.orderId}`} aria-label={day === null ? 'Day not told' : dayHeading(day)}>
          <h3 className="sticky top-[calc(var(--head)+2.5rem)] z-1 flex justify-between gap-2 rounded-card bg-raised px-4 pt-2 font-medium text-meta text-muted tabular-nums lg:top-head print:static">
            {day === null ? 'Day not told' : dayHeading(day)}
            {at === 0 && <span className="font-normal">service time</span>}
          </h3>
          <ul>
            {ofDay.map((order, place) => (
              <OrderItem key={order.orderId ?? `gap ${place}`} order={order} alone={opensOnlyOne && orders.length === 1} />
            ))}
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
