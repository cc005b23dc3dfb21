'use client'

import { ChevronDown } from 'lucide'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChargeFigures } from '@/lib/charges/charge-answers'
import { formatPeriod } from '@/lib/charges/periods'
import type { CurrencySums } from '@/lib/charges/sums'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { chartFamilies, MonthChart, periodsOf } from './month-chart'

const ChargeAnalysis = late(
  () => import('./charge-analysis').then((file) => file.ChargeAnalysis),
  <Skeleton className="m-4 h-40 lg:col-span-2" />,
)

const dots = { received: 'bg-chart-1', open: 'bg-chart-2', lost: 'bg-chart-3' }

type Props = {
  figures: ChargeFigures
  money: CurrencySums
  chosen: string | null
  onChoose: (period: string | null) => void
  /** Whether a filter is on, which the analysis follows. */
  isFiltered: boolean
}

/** Money of one currency by month: what a month holds is said beside the chart, and folded under it why orders were lost. */
export function MonthCard({ figures, money, chosen, onChoose, isFiltered }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [looked, setLooked] = useState<string | null>(null)
  const periods = useMemo(() => periodsOf(money), [money])
  const shown = periods.find(({ period }) => period === (looked ?? chosen))
  return (
    <Card aria-labelledby="money-by-month" className="[print-color-adjust:exact] lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-center gap-x-3 border-line px-4 max-lg:min-h-9 max-lg:border-b lg:block lg:border-r lg:py-2">
        <h3 id="money-by-month" className="font-semibold text-table">
          Money by month{money.currency && `, ${money.currency}`}
        </h3>
        <dl className="flex gap-x-3 text-meta max-sm:hidden lg:block">
          {chartFamilies.map((family) => (
            <div key={family} className="flex items-center gap-1.5">
              <span aria-hidden className={cn('size-2.5 rounded-bar', dots[family])} />
              <dt className="text-ink-2">{family}</dt>
              <dd className="wrap-anywhere ml-auto min-w-0 text-right tabular-nums max-lg:hidden">
                {formatted(shown ? shown[family] : money.totals[family].amount)}
              </dd>
            </div>
          ))}
        </dl>
        <div className="ml-auto flex items-center justify-between lg:-ml-2">
          <Button
            size="tiny"
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={isOpen ? 'charge-analysis' : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            Analysis
            <Icon of={ChevronDown} size={12} className={cn('transition-transform duration-fast', isOpen && 'rotate-180')} />
          </Button>
          <span className="text-meta text-muted max-lg:hidden">{shown ? formatPeriod(shown.period) : 'All dates'}</span>
        </div>
      </div>
      <MonthChart periods={periods} currency={money.currency} chosen={chosen} onChoose={onChoose} onLook={setLooked} />
      {isOpen && (
        <div id="charge-analysis" className="border-t lg:col-span-2">
          <ChargeAnalysis sums={figures.sums} money={money} isFiltered={isFiltered} />
        </div>
      )}
    </Card>
  )
}

const formatted = (amount: string | null) => (amount === null ? '–' : formatAmount(amount))
