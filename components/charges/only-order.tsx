'use client'

import { SearchX } from 'lucide'
import { useEffect } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { EmptyState } from '@/components/ui/empty-state'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { missingOf } from '@/lib/charges/history-pieces'
import { describeProblem } from '@/lib/core/problem-words'
import { OrdersContext } from './charge-verbs'
import { HistorySkeleton } from './history-skeleton'
import { OrderItem } from './order-item'
import { shortRows } from './order-rows'
import type { History } from './use-history'

/** One order of a history, open. The history is loaded until the order is found. */
export function OnlyOrder({ history, orderId }: { history: History; orderId: string }) {
  const { error, loadOlder, complete } = history
  const order = history.orders.find((each) => each.orderId === orderId)
  const isMissing = order === undefined
  useEffect(() => {
    if (isMissing && !error) loadOlder?.()
  }, [isMissing, error, loadOlder])
  return (
    <Card aria-labelledby="only-order">
      <h2 className="sr-only">Charge history</h2>
      <CardHead title={`Order ${orderId}`} id="only-order" level={3} />
      {error && (
        <ProblemNotice
          {...describeProblem(error)}
          onRetry={describeProblem(error).again ? (history.olderFailed && loadOlder ? loadOlder : history.refresh) : undefined}
          className="m-3"
        />
      )}
      {order && (
        <div className="@container">
          <OrdersContext value={history.orders}>
            <OrderItem order={order} layout={shortRows} alone />
          </OrdersContext>
        </div>
      )}
      {isMissing && !error && !complete && <HistorySkeleton />}
      {isMissing && complete && (
        <EmptyState icon={SearchX} title="No such order">
          {missingOf({ ...history, state: 'read' })?.says ?? 'This buyer has no order with this id.'} Check the link, and the
          merchant account at the top.
        </EmptyState>
      )}
    </Card>
  )
}
