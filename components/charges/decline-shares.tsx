import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import type { ChargeSums } from '@/lib/charges/sums'
import { percentOf } from '@/lib/money'
import { FilterLink } from './filter-link'

const shown = 8

/** Why attempts were lost, the most frequent first. */
export function DeclineShares({ sums: { declines } }: { sums: ChargeSums }) {
  const all = declines.reduce((before, { count }) => before + count, 0)
  return (
    <Card aria-labelledby="declines">
      <CardHead title="Declines by reason" id="declines" level={3} count={all} />
      {all === 0 && <p className="px-4 py-3 text-muted text-table">No attempt was declined.</p>}
      <ol className="divide-y text-table">
        {declines.slice(0, shown).map(({ reason, count }) => (
          <li key={reason}>
            <FilterLink
              to={{ reason }}
              label={`Orders declined: ${reason}`}
              className="flex items-baseline justify-between gap-3 px-4 py-2"
            >
              <span className="min-w-0 wrap-anywhere">{reason}</span>
              <span className="flex-none text-right tabular-nums">
                {percentOf(count, all)} % <span className="text-meta text-muted">{count.toLocaleString('en')}</span>
              </span>
            </FilterLink>
          </li>
        ))}
      </ol>
      {declines.length > shown && <p className="border-t px-4 py-2 text-meta text-muted">and {declines.length - shown} more</p>}
    </Card>
  )
}
