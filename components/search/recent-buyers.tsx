import { UserSearch } from 'lucide-react'
import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { SectionHead } from '@/components/ui/section-head'
import { Time } from '@/components/ui/time'
import { buyerPath } from '@/lib/core/buyer-path'
import type { RecentBuyer } from '@/lib/knowledge/recent-buyer'

const plural = new Intl.PluralRules('en')
const counted = (count: number, word: string) =>
  `${new Intl.NumberFormat('en').format(count)} ${word}${plural.select(count) === 'one' ? '' : 's'}`

export function RecentBuyers({ buyers }: { buyers: readonly RecentBuyer[] }) {
  return (
    <section aria-labelledby="recent-buyers" className="mt-8 max-w-209">
      <SectionHead title="Recent buyers" id="recent-buyers" />
      <Card as="div">
        {buyers.length === 0 ? (
          <EmptyState icon={UserSearch} title="No recent buyers">
            Buyers you open appear here. To find one, enter an e-mail address or id above.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {buyers.map((buyer) => (
              <li
                key={buyer.buyerId}
                className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2 text-table hover:bg-hover sm:grid-cols-[minmax(0,14rem)_2rem_minmax(0,1fr)_5rem_6rem]"
              >
                <Link
                  href={buyerPath(buyer.buyerId)}
                  prefetch={false}
                  className="truncate font-medium text-ink after:absolute after:inset-0"
                  aria-label={`Open buyer ${buyer.email ?? buyer.buyerId}`}
                >
                  {buyer.email ?? (
                    <span className="font-mono text-meta">{`${buyer.buyerId.slice(0, 8)}…${buyer.buyerId.slice(-4)}`}</span>
                  )}
                </Link>
                <span className="text-ink-2 max-sm:hidden">{buyer.country ?? '–'}</span>
                <span className="truncate text-ink-2 max-sm:order-last">{knownOf(buyer)}</span>
                <span className="truncate text-ink-2 max-sm:hidden">{buyer.ticket ?? '–'}</span>
                <span className="text-right text-meta text-muted">
                  <Time at={buyer.openedAt} focusable={false} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}

function knownOf({ orders, subscriptions }: RecentBuyer): string {
  const facts = [
    subscriptions === null ? null : counted(subscriptions, 'subscription'),
    orders === null ? null : counted(orders, 'order'),
  ]
  return facts.filter((fact) => fact !== null).join(', ') || 'no details yet'
}
