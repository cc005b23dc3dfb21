import Link from 'next/link'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { StateNode } from '@/components/ui/state-node'
import type { DoubtFound } from '@/lib/charges/charge-answers'
import { noChargeFilter } from '@/lib/charges/order-filter'
import { doubtLabels } from '@/lib/charges/trait-words'
import { FilterLink } from './filter-link'

/** What in the whole history deserves a second look, with its evidence. Nothing here is a verdict. */
export function DoubtsCard({ doubts, isWhole }: { doubts: readonly DoubtFound[]; isWhole: boolean }) {
  const count = doubts.reduce((before, found) => before + found.count, 0)
  return (
    <Card aria-labelledby="doubts">
      <CardHead title="Things to check" id="doubts" level={3} count={count}>
        <span className="pr-2 text-meta text-muted">may be harmless</span>
      </CardHead>
      {count === 0 && (
        <p className="px-4 py-3 text-muted text-table">
          {isWhole ? 'Nothing in this history stands out.' : 'Nothing in the orders loaded so far.'}
        </p>
      )}
      <ul className="divide-y">
        {doubts.map((found) => (
          <DoubtItem key={found.kind} found={found} />
        ))}
      </ul>
    </Card>
  )
}

function DoubtItem({ found: { kind, orders, examples } }: { found: DoubtFound }) {
  const { title, aside } = doubtLabels[kind]
  const buyers = new Map(examples.flatMap((example) => example.buyers.map((buyer) => [buyer.id, buyer])))
  return (
    <li className="flex gap-3 px-4 py-2.5 text-table">
      <StateNode kind="deferred" />
      <div className="min-w-0 flex-auto">
        <p className="font-medium">{title}</p>
        <p className="text-meta text-muted">{aside}</p>
        <ul className="mt-0.5 text-ink-2 text-meta">
          {examples.map(({ orderId, evidence }) => (
            <li key={orderId} className="wrap-anywhere">
              <FilterLink
                to={{ ...noChargeFilter, find: orderId }}
                label={`Order ${orderId}`}
                className="font-mono tracking-mono"
              >
                {orderId}
              </FilterLink>{' '}
              {evidence}
            </li>
          ))}
          {[...buyers.values()].map(({ id, title: name }) => (
            <li key={id}>
              also used by{' '}
              <Link href={`/buyers/${id}`} prefetch={false} className="text-accent hover:underline">
                <bdi>{name ?? `buyer …${id.slice(-4)}`}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <FilterLink
        to={{ ...noChargeFilter, has: kind }}
        label={`Show ${orders} of ${title.toLowerCase()}`}
        className="flex-none self-start font-medium"
      >
        Show {orders.toLocaleString('en')}
      </FilterLink>
    </li>
  )
}
