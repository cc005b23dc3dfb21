import { Info } from 'lucide'
import type { ReactNode } from 'react'
import { CardBody } from '@/components/ui/card-body'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { ReceiptRows } from '@/components/ui/receipt-rows'
import { Skeleton } from '@/components/ui/skeleton'
import { useClock } from '@/components/ui/use-clock'
import { cn } from '@/lib/core/cn'
import { timeIn } from '@/lib/core/dates'
import type { OrderInWords } from './use-order-price'

/** What is being ordered, for whom, and what it costs now, where the service tells. */
export function OrderSummary({ order }: { order: OrderInWords }) {
  const { product, forWhom, price, isAsking, unknown } = order
  const { zone } = useClock(0)
  return (
    <>
      <CardHead title="Summary" id="summary">
        {price && !isAsking && <span className="pr-2 text-meta text-muted">priced {timeIn(price.at, zone)}</span>}
      </CardHead>
      <CardBody className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <p>
          <b className="block font-semibold wrap-anywhere">{product ?? 'No product yet'}</b>
          <span className="block text-meta text-muted">
            {price?.isTrial === true ? 'A trial of a new subscription' : 'A new subscription'}
            {forWhom === null ? (
              ''
            ) : (
              <>
                {' '}
                for <bdi>{forWhom}</bdi>
              </>
            )}
          </span>
        </p>
        <div aria-live="polite" aria-busy={isAsking || undefined} className={cn(isAsking && '[&_td]:text-muted')}>
          {price ? (
            <ReceiptRows rows={price.rows} label="Price of the order" currency={price.currency} />
          ) : unknown === null ? (
            <Skeleton className="h-16 w-full" />
          ) : (
            <p className="text-table">
              <span className="block font-medium">Price unknown here</span>
              <span className="block text-meta text-muted">{unknown}</span>
            </p>
          )}
        </div>
      </CardBody>
    </>
  )
}

/** A quiet line that says what to expect. */
export function InfoLine({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2 text-ink-2 text-table">
      <Icon of={Info} size={14} className="mt-0.75 text-muted" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
