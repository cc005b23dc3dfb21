import Link from 'next/link'
import { Time } from '@/components/ui/time'
import { formatAmount } from '@/lib/core/money'
import type { Refund } from '@/lib/refunds/refund'
import { RefundStateWord } from './refund-state'

type Props = { title?: string; refunds: readonly Refund[] }

/** What was asked for this buyer, newest first; nothing where there is none. */
export function EarlierRefunds({ title = 'Earlier refunds of this buyer', refunds }: Props) {
  if (refunds.length === 0) return null
  return (
    <section aria-label={title} className="rounded-control border text-table">
      <h3 className="border-b px-3 py-1.5 font-medium text-meta text-muted">{title}</h3>
      <ul className="divide-y">
        {refunds.slice(0, 5).map((refund) => (
          <li key={refund.id} className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-0.5 px-3 py-1">
            <Link href={`/refunds?refund=${refund.id}`} prefetch={false} className="text-accent tabular-nums hover:underline">
              {formatAmount(refund.amount)} {refund.currency}
            </Link>
            <span className="min-w-0 flex-1 truncate text-muted">{refund.reason}</span>
            <Time at={refund.askedAt} align="end" className="text-meta text-muted" />
            <RefundStateWord state={refund.state} />
          </li>
        ))}
      </ul>
      {refunds.length > 5 && <p className="border-t px-3 py-1.5 text-meta text-muted">and {refunds.length - 5} more</p>}
    </section>
  )
}
