'use client'

import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { useRowKeys } from '@/components/ui/use-row-keys'
import type { ChargeFilter } from '@/lib/charges/charge-filter'
import { rowsAtOnce, rowsQuery } from '@/lib/client/charges/charge-queries'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { ChargeItem } from './charge-item'
import { loadFold } from './order-item'

type Props = {
  of: { merchant: string; buyerId: string; filter: ChargeFilter; readingId: string }
  /** How many orders pass. */
  found: number
}

const rowHeight = 52

/** The orders that pass, as many as there may be: only those in sight stand in the page, and only those near it are fetched. */
export function ChargeList({ of, found }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const virtualizer = useWindowVirtualizer({
    count: found,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: 120,
  })
  const items = virtualizer.getVirtualItems()
  const orders = useOrders(of, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  useRowKeys('[data-order-row]')

  useEffect(() => {
    void loadFold() // once the page stands, so that the first click need not wait
    const place = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY)
    const observer = new ResizeObserver(place) // what stands above comes later and grows
    observer.observe(document.body)
    place()
    return () => observer.disconnect()
  }, [])

  return (
    <ul ref={list} aria-label="Orders" className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-setsize={found}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0 not-last:border-b"
          style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
        >
          <RowOf order={orders(index)} alone={found === 1} />
        </li>
      ))}
    </ul>
  )
}

function RowOf({ order, alone }: { order: OrderOrGap | undefined; alone: boolean }) {
  if (order === undefined) return <Skeleton className="mx-4 my-4.5 h-4" />
  return <ChargeItem order={order} alone={alone} />
}

/** The orders of the pieces that rows from one to another lie in. */
function useOrders(of: Props['of'], from: number, to: number) {
  const first = Math.floor(from / rowsAtOnce)
  const pieces = Array.from({ length: Math.floor(to / rowsAtOnce) - first + 1 }, (_, at) => first + at)
  const answers = useQueries({ queries: pieces.map((piece) => ({ ...rowsQuery(of, piece), enabled: of.readingId !== '' })) })
  return (index: number) => answers[Math.floor(index / rowsAtOnce) - first]?.data?.orders[index % rowsAtOnce]
}
