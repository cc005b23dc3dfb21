import { placeWords, type Refundable } from '@/lib/refunds/refund'

/** What becomes of it, and what the service will and will not show afterwards: it has no refund of its own (service-facts 2.3, 2.5). */
export function RefundPreview({ charge, currency }: Pick<Refundable, 'charge' | 'currency'>) {
  const place = placeWords(charge)
  return (
    <section aria-labelledby="refund-later">
      <h3 id="refund-later" className="mb-1 font-medium text-table">
        What happens later
      </h3>
      <ul className="grid list-disc gap-1 pl-4 text-ink-2 text-table">
        <li>Nothing is sent to the service: it has no refund. Somebody in finance decides, then {place} gives the money back.</li>
        <li>
          The charge history goes on showing this charge as {charge.status} with {charge.amount} {currency}. No status there says
          refunded; every step stands here, in the buyer’s history and in the journal.
        </li>
        <li>
          Autocharge and the end date stay as they are. The service may disable the subscription once the provider has refunded
          it.
        </li>
      </ul>
    </section>
  )
}
