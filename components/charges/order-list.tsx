'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { daysOf } from '@/lib/charges/days'
import { shownAmount } from '@/lib/charges/order-facts'
import type { Outcome } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { isEntry, type TimelineRow } from '@/lib/charges/timeline'
import { cn } from '@/lib/core/cn'
import { dayHeading, serviceTime } from '@/lib/core/dates'
import { loadFold, OrderItem, ProductWords, type RowLayout, tellingCharge } from './order-item'

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
      {daysOf(rows.slice(0, shown)).map(({ day, rows: ofDay }, index) => (
        <section key={`${day} ${keyOf(ofDay[0], 0)}`} aria-label={day === null ? 'No date' : dayHeading(day)}>
          <h3 className="sticky top-[calc(var(--head)+2.5rem)] z-1 flex justify-between gap-2 rounded-card bg-raised px-4 pt-2 font-medium text-meta text-muted tabular-nums lg:top-head print:static">
            {day === null ? 'No date' : dayHeading(day)}
            {index === 0 && <span className="font-normal">service time</span>}
          </h3>
          <ul>
            {ofDay.map((row, place) =>
              isEntry(row) ? (
                <li key={row.entryId} className={rowLine}>
                  {entry(row.entryId)}
                </li>
              ) : (
                <li key={keyOf(row, place)} className={rowLine}>
                  <OrderItem order={row} layout={twoLines} alone={opensOnlyOne && rows.length === 1} />
                </li>
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

/** A line below each row except the last. */
const rowLine = 'border-b last:border-b-0 [section:not(:last-child)_&]:last:border-b'

const twoLines: RowLayout = {
  row: cn(
    'grid-cols-[1.5rem_minmax(0,1fr)_auto] max-sm:gap-x-2.5 max-sm:py-2.5',
    'sm:grid-cols-[1.5rem_3.625rem_minmax(0,1fr)_minmax(6.5rem,auto)_1rem]',
    'md:grid-cols-[1.5rem_3.625rem_minmax(0,1fr)_minmax(0,13.5rem)_minmax(7rem,auto)_1rem]',
  ),
  state: 'max-sm:self-start',
  chevron: 'max-md:row-start-1 max-md:row-span-2 max-sm:hidden sm:max-md:col-start-5 print:hidden',
  cells(facts, outcome) {
    const { order, charges } = facts
    const { amount, usd, received } = shownAmount(facts)
    const time = serviceTime(order.createdAt)
    const charge = tellingCharge(facts)
    return (
      <>
        <span className="text-meta text-muted tabular-nums max-sm:hidden">
          {time ? `${time.time}${time.zone}` : (order.createdAt ?? '–')}
        </span>
        <span className="min-w-0">
          <span className="block truncate font-medium">
            <ProductWords order={order} />
          </span>
          <span className="block truncate text-meta text-muted">
            {[order.type, order.orderId, charge && methodName(charge.paymentMethod)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <OutcomeCell outcome={outcome} times={charges.received.length} />
        <span className="max-md:row-start-1 max-md:row-span-2 max-sm:col-start-3 max-sm:self-start sm:max-md:col-start-4">
          <Amount value={amount} currency={order.currency} usd={usd} received={received} column />
        </span>
      </>
    )
  },
}

// Expected outcomes are plain text; only outcomes that need attention are badges.
function OutcomeCell({ outcome: { kind, words, badge, note }, times }: { outcome: Outcome; times: number }) {
  const isNew = kind === 'neutral' && badge !== null
  return (
    <span className="min-w-0 max-sm:col-start-2 sm:max-md:col-start-3">
      {badge === null ? (
        <span className="flex items-center gap-1.5">
          <span className="min-w-0 md:truncate">{words}</span>
          {times > 1 && <Badge kind="deferred" raw>{`${times}×`}</Badge>}
        </span>
      ) : (
        <Badge kind={kind} raw={isNew} className="max-w-full truncate">
          {badge}
        </Badge>
      )}
      <span className="block truncate text-meta text-muted">
        {badge === null ? note : isNew ? 'unrecognised status, not counted as received' : words}
      </span>
    </span>
  )
}
