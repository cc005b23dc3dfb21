'use client'

import { useQueries } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { rowsAtOnce, rowsQuery } from '@/lib/charges/client/charge-queries'
import { shownAmount } from '@/lib/charges/order-facts'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import type { Outcome } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { serviceTime } from '@/lib/core/dates'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { loadFold, OrderItem, ProductWords, type RowLayout, tellingCharge } from './order-item'

type Props = {
  of: { merchant: string; buyerId: string; filter: ChargeFilter; readingId: string }
  /** Number of filtered orders. */
  found: number
}

const rowHeight = 52

/** The filtered orders, however many: only visible rows are rendered, and only rows near them are fetched. */
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
    void loadFold() // preload, so the first click needn't wait
    const place = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY)
    const observer = new ResizeObserver(place) // the content above loads later and grows
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

function RowOf({ order, alone }: { order: OrderOrUnreadable | undefined; alone: boolean }) {
  if (order === undefined) return <Skeleton className="mx-4 my-4.5 h-4" />
  return <OrderItem order={order} layout={columns} alone={alone} />
}

/** The loaded pieces that contain a range of rows. */
function useOrders(of: Props['of'], from: number, to: number) {
  const first = Math.floor(from / rowsAtOnce)
  const pieces = Array.from({ length: Math.floor(to / rowsAtOnce) - first + 1 }, (_, index) => first + index)
  const answers = useQueries({ queries: pieces.map((piece) => ({ ...rowsQuery(of, piece), enabled: of.readingId !== '' })) })
  return (index: number) => answers[Math.floor(index / rowsAtOnce) - first]?.data?.orders[index % rowsAtOnce]
}

/** State, service time, product, method, outcome, amount. On the phone two lines beside the state. */
const columns: RowLayout = {
  row: 'min-h-13 py-1.5 grid-cols-[1.5rem_minmax(0,1fr)_auto] md:grid-cols-[1.5rem_6rem_minmax(0,1fr)_minmax(0,13.5rem)_minmax(7.5rem,auto)_1rem] lg:grid-cols-[1.5rem_6rem_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,14rem)_minmax(8.5rem,auto)_1rem]',
  chevron: 'max-md:hidden',
  cells(facts, outcome) {
    const { order, charges } = facts
    const { amount, currency, usd, received } = shownAmount(facts)
    const charge = tellingCharge(facts)
    const time = serviceTime(order.createdAt)
    return (
      <>
        <span className="tabular-nums max-md:col-start-2 max-md:row-start-2 max-md:text-meta">
          {time ? time.day : (order.createdAt ?? '–')}{' '}
          <span className="text-muted md:block md:text-meta">{time && `${time.time}${time.zone}`}</span>
        </span>
        <span className="min-w-0 max-md:col-start-2 max-md:row-start-1">
          <span className="block truncate font-medium">
            <ProductWords order={order} />
          </span>
          <span className="block truncate text-meta text-muted max-md:hidden">
            {order.type ?? '–'} · <span className="font-mono tracking-mono">{order.orderId}</span>
          </span>
        </span>
        <span className="min-w-0 max-lg:hidden">
          <span className="block truncate">{charge ? methodName(charge.paymentMethod) : '–'}</span>
          <span className="block truncate text-meta text-muted">
            {[charge?.provider, charge?.mid].filter(Boolean).join(' / ') || '–'}
          </span>
        </span>
        <OutcomeCell outcome={outcome} times={charges.received.length} />
        <span className="max-md:col-start-3 max-md:row-start-1">
          <Amount value={amount} currency={currency} usd={usd} received={received} column />
        </span>
      </>
    )
  },
}

function OutcomeCell({ outcome: { kind, words, badge, note }, times }: { outcome: Outcome; times: number }) {
  return (
    <span className="min-w-0 max-md:col-start-3 max-md:row-start-2 max-md:justify-self-end max-md:text-meta">
      <span className="flex items-center gap-1.5">
        {badge === null ? (
          <span className="min-w-0 truncate">{words}</span>
        ) : (
          <Badge kind={kind} raw={kind === 'neutral'} className="max-w-full truncate">
            {badge}
          </Badge>
        )}
        {times > 1 && <Badge kind="deferred" raw>{`${times}×`}</Badge>}
      </span>
      <span className="block truncate text-meta text-muted max-md:hidden">{badge === null ? note : words}</span>
    </span>
  )
}
