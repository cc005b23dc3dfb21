'use client'

import { ChevronRight } from 'lucide'
import { lazy, memo, type ReactNode, Suspense, useContext, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { onDemand } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import { StateNode } from '@/components/ui/state-node'
import { factsOf, isReadable, type OrderFacts } from '@/lib/charges/order-facts'
import { type Outcome, outcomeOf } from '@/lib/charges/outcome'
import { cn } from '@/lib/core/cn'
import type { Order, OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { ChargeNewsContext, type ChosenCharge } from './charge-verbs'
import { OrderTries } from './order-tries'

// Loaded lazily, because few histories have one.
const GapRow = lazy(async () => ({ default: (await import('./gap-row')).GapRow }))
const OrderFold = onDemand(
  () => import('./order-fold').then((file) => file.OrderFold),
  <Skeleton className="mr-4 mb-4 ml-12 h-44" />,
  '[data-order-row]',
)

/** How a row is laid out: a short and a long history of a buyer, and the list of all charges with more columns, to compare many. */
export type RowLayout = {
  row: string
  state?: string
  chevron: string
  /** What is between the state, so that the left edge is a column of outcomes, and the sign that the row opens. */
  cells: (facts: OrderFacts, outcome: Outcome) => ReactNode
}

type Props = {
  order: OrderOrUnreadable
  layout: RowLayout
  /** It's the only filtered order, so it starts open. */
  alone: boolean
  /** Its attempts show under the row while it's closed. */
  tries?: boolean
  /** Somebody asked for this order: it's open, marked and at the top. */
  lit?: boolean
  /** The charge of it that is marked. */
  charge?: string | null
  /** The charge that guided steps are about: its attempts show, and it is marked, with who chose it. */
  chosen?: ChosenCharge | null
}

/** One order: its row and its fold. Memoised, so it isn't drawn again while older orders load. */
export const OrderItem = memo(function OrderItem(props: Props) {
  const { order, layout, alone, tries = false, lit = false, charge = null, chosen = null } = props
  const id = useId()
  const [toggled, setToggled] = useState<boolean | null>(null)
  const news = useContext(ChargeNewsContext)
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!lit) return
    setToggled(null)
    item.current?.scrollIntoView({ block: 'start' })
    return () => setToggled((open) => open ?? true) // without its mark it stays as it is
  }, [lit])
  const isChosen = chosen !== null
  useEffect(() => {
    // Where the steps stand above the page and not beside it, they would be scrolled away.
    if (isChosen && matchMedia('(min-width: 961px)').matches) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  if (!isReadable(order)) {
    return (
      <Suspense fallback={<div className="h-13" />}>
        <GapRow order={order} />
      </Suspense>
    )
  }
  const isOpen = toggled ?? (alone || lit)
  const hasNews = factsOf(order).charges.received.some(({ chargeId }) => news?.(chargeId))
  return (
    <div
      ref={item}
      data-order={order.orderId}
      className={cn(
        'relative scroll-mt-12 transition-[background-color,box-shadow] duration-calm',
        lit && !isChosen && 'bg-selected shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <OrderRow order={order} layout={layout} isOpen={isOpen} foldId={id} onToggle={() => setToggled(!isOpen)} />
      {!isOpen && (tries || isChosen || hasNews) && <OrderTries order={order} chosen={chosen} />}
      {isOpen && (
        <div id={id}>
          <OrderFold order={order} marked={chosen?.chargeId ?? charge} isLit={lit && !isChosen} />
        </div>
      )}
    </div>
  )
})

type RowProps = { order: Order; layout: RowLayout; isOpen: boolean; foldId: string; onToggle: () => void }

/** The purchase and its outcome. */
function OrderRow({ order, layout, isOpen, foldId, onToggle }: RowProps) {
  const facts = factsOf(order)
  const outcome = outcomeOf(facts)
  return (
    <button
      type="button"
      data-order-row
      aria-expanded={isOpen}
      aria-controls={isOpen ? foldId : undefined}
      onClick={onToggle}
      className={cn(
        'grid w-full items-center gap-x-3 pr-3 pl-4 text-left text-table hover:bg-hover focus-visible:-outline-offset-2',
        layout.row,
      )}
    >
      <StateNode kind={outcome.kind} className={layout.state} />
      {layout.cells(facts, outcome)}
      <span className={cn('text-faint transition-transform duration-fast', layout.chevron, isOpen && 'rotate-90 text-ink-2')}>
        <Icon of={ChevronRight} size={14} />
      </span>
    </button>
  )
}
