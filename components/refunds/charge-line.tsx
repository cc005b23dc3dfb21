import { dayWords, serviceTime } from '@/lib/dates'
import type { RefundedCharge } from '@/lib/refunds/refund'

/** A charge in a line: what was bought, how and when it was paid, by the service's own day. */
export function ChargeLine({ charge }: { charge: RefundedCharge }) {
  const at = serviceTime(charge.createdAt)
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken px-3 py-2 text-table">
      <span className="font-medium">{charge.products.join(', ') || 'Product not named'}</span>
      <span className="text-muted">{charge.method}</span>
      <span className="text-muted">
        {charge.status}
        {at && ` on ${dayWords(at.day)}`}
      </span>
    </p>
  )
}
