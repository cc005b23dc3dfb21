'use client'

import { lazy, memo, Suspense, useId, useState } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { isReadable } from '@/lib/charges/order-facts'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { OrderRow } from './order-row'

/** What folds out is a good part of the code and of no use before the first click. */
export const loadFold = () => import('./order-fold')
// Hardly a history has one.
const GapRow = lazy(async () => ({ default: (await import('./gap-row')).GapRow }))
const OrderFold = lazy(async () => ({ default: (await loadFold()).OrderFold }))

/** A line under each row of a day, and under the last of all there is none. */
export const rowLine = 'border-b last:border-b-0 [section:not(:last-child)_&]:last:border-b'

type Props = {
  order: OrderOrGap
  /** The only order that passes the filter: it stands open, unless somebody closes it. */
  alone: boolean
}

/** One order: its row, and what folds out of it. Kept as it is while older orders come in. */
export const OrderItem = memo(function OrderItem({ order, alone }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  if (!isReadable(order)) {
    return (
      <Suspense fallback={<li className={`${rowLine} h-13`} />}>
        <GapRow order={order} />
      </Suspense>
    )
  }
  const isOpen = chosen ?? alone
  return (
    <li className={rowLine}>
      <OrderRow order={order} isOpen={isOpen} foldId={id} onToggle={() => setChosen(!isOpen)} />
      {isOpen && (
        <div id={id}>
          <Suspense fallback={<Skeleton className="mr-4 mb-4 ml-13 h-44" />}>
            <OrderFold order={order} />
          </Suspense>
        </div>
      )}
    </li>
  )
})
