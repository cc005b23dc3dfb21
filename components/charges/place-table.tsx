import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { moneyWords } from '@/lib/charges/money-words'
import type { ChargeSums } from '@/lib/charges/sums'
import { percentOf } from '@/lib/money'
import { FilterLink } from './filter-link'

const shown = 8

/** Attempts by provider and mid, and what was received there. */
export function PlaceTable({ sums: { places } }: { sums: ChargeSums }) {
  return (
    <Card aria-labelledby="places">
      <CardHead title="By provider and mid" id="places" level={3} count={places.length} />
      <ul className="divide-y text-table">
        {places.slice(0, shown).map(({ provider, mid, attempts, received }) => (
          <li key={`${provider} ${mid}`} className="px-4 py-2">
            <FilterLink
              to={{ provider: provider === '–' ? null : provider, mid }}
              label={`Orders at ${provider} / ${mid}`}
              className="flex items-baseline justify-between gap-3"
            >
              <span className="min-w-0 wrap-anywhere">
                {provider} / {mid}
              </span>
              <span className="flex-none tabular-nums">{rateOf(attempts)}</span>
            </FilterLink>
            <span className="flex flex-wrap gap-x-3 text-meta text-muted tabular-nums">
              {received.map(({ currency, amount }) => (
                <FilterLink
                  key={currency}
                  to={{ provider: provider === '–' ? null : provider, mid, money: 'received', currency: currency || null }}
                  label={`Orders of money received in ${currency} at ${provider} / ${mid}`}
                >
                  {moneyWords(amount, currency)}
                </FilterLink>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {places.length > shown && <p className="border-t px-4 py-2 text-meta text-muted">and {places.length - shown} more</p>}
    </Card>
  )
}

function rateOf({ received, lost }: ChargeSums['attempts']): string {
  const percent = percentOf(received, received + lost)
  return percent === null ? 'none decided' : `${percent} % of ${(received + lost).toLocaleString('en')}`
}
