'use client'

import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { ChargeFigures as Figures } from '@/lib/charges/charge-answers'
import { DeclineShares } from './decline-shares'
import { DoubtsCard } from './doubts-card'
import { MoneyPiles } from './money-piles'
import { MonthChart } from './month-chart'
import { PlaceTable } from './place-table'
import { RateFacts } from './rate-facts'

/** What the orders that pass add up to, and what in the whole history deserves a second look. Every number leads to its rows. */
export function ChargeFigures({ figures: { sums, doubts, progress } }: { figures: Figures }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { currencies } = sums
  const shown = currencies.find(({ currency }) => currency === chosen) ?? currencies[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {currencies.length > 0 && <MoneyPiles currencies={currencies} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {shown && (
          <Card aria-labelledby="money-by-month">
            <CardHead title="Money by month" id="money-by-month" level={3}>
              {currencies.length > 1 && (
                <div className="min-w-0 overflow-x-auto">
                  <SegmentedControl
                    label="Currency of the chart"
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
        <DoubtsCard doubts={doubts} isWhole={progress.state === 'done'} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-3">
        <RateFacts sums={sums} />
        <DeclineShares sums={sums} />
        <PlaceTable sums={sums} />
      </div>
    </div>
  )
}
