import type { Rung } from '@/lib/charges/ladder'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { AttemptRung } from './attempt-rung'
import { rungGrid } from './rung-grid'

/** The attempts of an order in the order they were made. */
export function AttemptLadder({ ladder, order }: { ladder: readonly Rung[]; order: Order }) {
  return (
    <div className="rounded-control border bg-surface text-table">
      <div aria-hidden className={`${rungGrid} h-7 border-b font-medium text-meta text-muted max-sm:hidden`}>
        <span />
        <span>Target</span>
        <span>Time</span>
        <span>Method, provider and mid</span>
        <span className="text-right">Amount</span>
        <span className="text-right">Status</span>
      </div>
      <ol aria-label={`Attempts of order ${order.orderId}`}>
        {ladder.map((rung) => (
          <AttemptRung key={rung.charge.chargeId} rung={rung} order={order} />
        ))}
      </ol>
    </div>
  )
}
