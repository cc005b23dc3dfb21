import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import { countOf } from '@/lib/core/count-of'
import type { RecentBuyer } from '@/lib/knowledge/recent-buyer'

/** The buyers that the person opened last, in short. */
export function RecentBuyers({ buyers }: { buyers: readonly RecentBuyer[] }) {
  return (
    <Card aria-labelledby="recent-buyers">
      <CardHead title="Recent buyers" id="recent-buyers" />
      {buyers.length === 0 ? (
        <p className="px-4 py-3 text-muted text-table">Buyers you open appear here.</p>
      ) : (
        <ul className="divide-y">
          {buyers.map((buyer) => (
            <li
              key={buyer.buyerId}
              className="relative grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-1.5 text-table hover:bg-hover"
            >
              <span className="grid min-w-0">
                <Link
                  href={buyerPath(buyer.buyerId)}
                  prefetch={false}
                  className="truncate font-medium text-ink after:absolute after:inset-0"
                  aria-label={`Open buyer ${buyer.title ?? buyer.buyerId}`}
                >
                  {buyer.title ?? (
                    <span className="font-mono text-meta">{`${buyer.buyerId.slice(0, 8)}…${buyer.buyerId.slice(-4)}`}</span>
                  )}
                </Link>
                <span className="truncate text-meta text-muted">
                  {[buyer.country, knownOf(buyer), buyer.ticket].filter((part) => part !== null).join(' · ')}
                </span>
              </span>
              <span className="text-right text-meta text-muted">
                <Time at={buyer.openedAt} focusable={false} align="end" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function knownOf({ orders, subscriptions }: RecentBuyer): string {
  const facts = [
    subscriptions === null ? null : countOf(subscriptions, 'subscription'),
    orders === null ? null : countOf(orders, 'order'),
  ]
  return facts.filter((fact) => fact !== null).join(', ') || 'no details yet'
}
