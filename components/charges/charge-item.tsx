'use client'

import { lazy, memo, Suspense, useId, useState } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { isReadable } from '@/lib/charges/order-facts'
import type { OrderOrGap } from '@/lib/operations/schemas/charge-history'
import { ChargeRow } from './charge-row'
import { loadFold } from './order-item'

const OrderFold = lazy(async () => ({ default: (await loadFold()).OrderFold }))
const GapRow = lazy(async () => ({ default: (await import('./gap-row')).GapRow }))

type Props = {
  order: OrderOrGap
  /** The only order that passes: it stands open, unless somebody closes it. */
  alone: boolean
}

/** One order of a long list: its row, and what folds out of it. */
export const ChargeItem = memo(function ChargeItem({ order, alone }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState<boolean | null>(null)
  if (!isReadable(order)) {
    return (
      <Suspense fallback={<div className="h-13" />}>
        <GapRow order={order} as="div" />
      </Suspense>
    )
  }
  const isOpen = chosen ?? alone
  return (
    <>
      <ChargeRow order={order} isOpen={isOpen} foldId={id} onToggle={() => setChosen(!isOpen)} />
      {isOpen && (
        <div id={id}>
          <Suspense fallback={<Skeleton className="mr-4 mb-4 ml-13 h-44" />}>
            <OrderFold order={order} />
          </Suspense>
        </div>
      )}
    </>
  )
})
