'use client'

import type { ChargeFigures as Figures } from '@/lib/charges/charge-answers'
import { type ChargeFilter, filterCurrency, isChargeFiltering } from '@/lib/charges/order-filter'
import type { CurrencySums } from '@/lib/charges/sums'
import { DoubtsCard } from './doubts-card'
import { FigureStrip } from './figure-strip'
import { MonthCard } from './month-card'

type Props = { figures: Figures; filter: ChargeFilter; onChange: (changes: Partial<ChargeFilter>) => void }

/** What stands above the table: the whole history in figures and by month, in one currency; and what to check, once that is asked for. */
export function ChargeFigures({ figures, filter, onChange }: Props) {
  const { doubts, progress, whole } = figures
  const money = shownMoney(figures, filter)
  const isWhole = progress.state === 'done' && progress.unreadable === 0
  const isChecking = filter.has === 'doubt' || doubts.some(({ kind }) => kind === filter.has)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <FigureStrip
        figures={figures}
        money={money}
        currency={whole.currencies.length > 1 && money ? filterCurrency(money.currency) : null}
      />
      {money?.months.some(({ month }) => month !== '') && (
        <MonthCard
          figures={figures}
          money={money}
          chosen={filter.month}
          onChoose={(month) => onChange({ month })}
          isFiltered={isChargeFiltering(filter)}
        />
      )}
      {isChecking && <DoubtsCard doubts={doubts} isWhole={isWhole} />}
    </div>
  )
}

/** The sums of the currency on screen: the one that is filtered by, else the one most orders were paid in. */
function shownMoney({ whole: { currencies } }: Figures, { currency: wanted }: ChargeFilter): CurrencySums | null {
  return currencies.find(({ currency }) => filterCurrency(currency) === wanted) ?? currencies[0] ?? null
}
