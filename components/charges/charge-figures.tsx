'use client'

import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { ChargeFigures as Figures } from '@/lib/charges/charge-answers'
import { moneyWords } from '@/lib/charges/money-words'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import type { ChargeSums } from '@/lib/charges/sums'
import { percentOf } from '@/lib/core/money'
import { DoubtsCard } from './doubts-card'
import { FilterLink } from './filter-link'
import { MoneyByCurrency } from './money-by-currency'
import { MonthChart } from './month-chart'

/** Sums over the filtered orders, and suspicious findings in the whole history. Every number links to its rows. */
export function ChargeFigures({ figures: { sums, doubts, progress } }: { figures: Figures }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { currencies } = sums
  const shown = currencies.find(({ currency }) => currency === chosen) ?? currencies[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {currencies.length > 0 && <MoneyByCurrency currencies={currencies} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {shown && (
          <Card aria-labelledby="money-by-month">
            <CardHead title="Money by month" id="money-by-month" level={3}>
              {currencies.length > 1 && (
                <div className="min-w-0 overflow-x-auto">
                  <SegmentedControl
                    label="Chart currency"
                    segments={currencies.map(({ currency }) => ({ value: currency, label: currency || '–' }))}
                    value={shown.currency}
                    onChange={setChosen}
                  />
                </div>
              )}
            </CardHead>
            <MonthChart money={shown} />
          </Card>
        )}
        <DoubtsCard doubts={doubts} isWhole={progress.state === 'done' && progress.unreadable === 0} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-3">
        <RateFacts sums={sums} />
        <DeclineShares sums={sums} />
        <PlaceTable sums={sums} />
      </div>
    </div>
  )
}

const declinesShown = 8

/** Why attempts were lost, the most frequent first. */
function DeclineShares({ sums: { declines } }: { sums: ChargeSums }) {
  const all = declines.reduce((before, { count }) => before + count, 0)
  return (
    <Card aria-labelledby="declines">
      <CardHead title="Declines by reason" id="declines" level={3} count={all} />
      {all === 0 && <p className="px-4 py-3 text-muted text-table">No declined attempts.</p>}
      <ol className="divide-y text-table">
        {declines.slice(0, declinesShown).map(({ reason, count }) => (
          <li key={reason}>
            <FilterLink
              to={{ reason }}
              label={`Orders declined: ${reason}`}
              className="flex items-baseline justify-between gap-3 px-4 py-2"
            >
              <span className="min-w-0 wrap-anywhere">{reason}</span>
              <span className="flex-none text-right tabular-nums">
                {percentOf(count, all)}% <span className="text-meta text-muted">{count.toLocaleString('en')}</span>
              </span>
            </FilterLink>
          </li>
        ))}
      </ol>
      {declines.length > declinesShown && (
        <p className="border-t px-4 py-2 text-meta text-muted">and {declines.length - declinesShown} more</p>
      )}
    </Card>
  )
}

const shown = 8

/** Attempts and received money by provider and mid. */
function PlaceTable({ sums: { places } }: { sums: ChargeSums }) {
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
                  label={`Orders with money received in ${currency} at ${provider} / ${mid}`}
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
  return percent === null ? 'no decisions yet' : `${percent}% of ${(received + lost).toLocaleString('en')}`
}

/** Success rates by attempt and by order. */
function RateFacts({ sums: { attempts, decided, approved, declinedFirst, recovered } }: { sums: ChargeSums }) {
  const tried = attempts.received + attempts.lost
  return (
    <Card aria-labelledby="approval">
      <CardHead title="Approval" id="approval" level={3} />
      <dl className="divide-y text-table">
        <Rate name="Attempts accepted" part={attempts.received} whole={tried} of="decided attempts" to={{ has: 'decided' }} />
        <Rate name="Orders paid" part={approved} whole={decided} of="orders with a decision" to={{ has: 'approved' }} />
        <Rate
          name="Recovered by cascade"
          part={recovered}
          whole={declinedFirst}
          of="orders first declined"
          to={{ has: 'recovered' }}
        />
      </dl>
    </Card>
  )
}

type RateProps = { name: string; part: number; whole: number; of: string; to: Partial<ChargeFilter> }

function Rate({ name, part, whole, of, to }: RateProps) {
  const percent = percentOf(part, whole)
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 py-2">
      <dt>{name}</dt>
      <dd className="text-right tabular-nums">
        <FilterLink to={to} label={`Orders: ${name.toLowerCase()}`}>
          <span className="font-semibold">{percent === null ? '–' : `${percent}%`}</span>
          <span className="block text-meta text-muted">
            {part.toLocaleString('en')} of {whole.toLocaleString('en')} {of}
          </span>
        </FilterLink>
      </dd>
    </div>
  )
}
