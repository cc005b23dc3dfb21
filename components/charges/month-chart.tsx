'use client'

import { type KeyboardEvent, useMemo, useState } from 'react'
import { chartPeriods, formatPeriod, holdsMonth, shortPeriod } from '@/lib/charges/periods'
import type { CurrencySums } from '@/lib/charges/sums'
import { cn } from '@/lib/core/cn'
import { axisOf, compare, formatAmount, share, sum } from '@/lib/core/money'

const plotHeight = 72
/** The least width of what is pressed. */
const barWidth = '1.5rem'
/** More periods than this, or years, have no room for their names. */
const maxLabels = 48
const maxYears = 10
export const chartFamilies = ['received', 'open', 'lost'] as const
type Family = (typeof chartFamilies)[number]
const looks = { received: 'bg-chart-1', open: 'bg-chart-2', lost: 'bg-chart-3' }

/** Money of one period; null where there is none, which is not zero. */
export type PeriodMoney = { period: string } & Record<Family, string | null>

/** The money of a currency by month, or by quarter where there are more than 24 months. */
export function periodsOf({ months }: CurrencySums): PeriodMoney[] {
  return chartPeriods(months.map(({ month }) => month)).map((period) => {
    const held = months.filter(({ month }) => holdsMonth(period, month))
    const of = (family: Family) => {
      const amounts = held.flatMap((month) => month[family].amount ?? [])
      return amounts.length === 0 ? null : sum(amounts)
    }
    return { period, received: of('received'), open: of('open'), lost: of('lost') }
  })
}

type Props = {
  periods: readonly PeriodMoney[]
  currency: string
  chosen: string | null
  onChoose: (period: string | null) => void
  /** The period under the pointer or the focus. */
  onLook: (period: string | null) => void
}

/** Bars over months with axis, values and years. A press on one chooses its period, another press lets go of it. */
export function MonthChart({ periods, currency, chosen, onChoose, onLook }: Props) {
  const { middle, end } = useMemo(() => axisOf(highest(periods)), [periods])
  const [at, setAt] = useState<string | null>(null)
  const isShown = (period: string | null) => periods.some((each) => each.period === period)
  const inTabOrder = [at, chosen].find(isShown) ?? periods.at(-1)?.period
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] py-2 pr-4 pl-3 max-sm:pr-3">
      <Axis middle={middle} end={end} />
      {/* What doesn't fit is scrolled to; in a reversed row the newest stand in sight first. */}
      <div className="flex min-w-0 flex-row-reverse overflow-x-auto">
        <div className="flex-none" style={{ width: `max(100%, ${periods.length} * ${barWidth})` }}>
          <div className="relative border-line-strong border-b" style={{ height: plotHeight }}>
            <i aria-hidden className="absolute inset-x-0 top-0 border-chart-grid border-t" />
            <i aria-hidden className="absolute inset-x-0 top-1/2 border-chart-grid border-t" />
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend; the label names the group. */}
            <div role="group" aria-label="Months" className="relative grid h-full auto-cols-fr grid-flow-col">
              {periods.map((money) => (
                <PeriodButton
                  key={money.period}
                  money={money}
                  end={end}
                  currency={currency}
                  isChosen={money.period === chosen}
                  isFaded={isShown(chosen) && money.period !== chosen}
                  isInTabOrder={money.period === inTabOrder}
                  onChoose={() => onChoose(money.period === chosen ? null : money.period)}
                  onLook={onLook}
                  onFocus={() => setAt(money.period)}
                />
              ))}
            </div>
          </div>
          <Labels periods={periods} chosen={chosen} />
        </div>
      </div>
    </div>
  )
}

type ButtonProps = Pick<Props, 'currency' | 'onLook'> & {
  money: PeriodMoney
  /** Where the axis ends. */
  end: string
  isChosen: boolean
  isFaded: boolean
  isInTabOrder: boolean
  onChoose: () => void
  onFocus: () => void
}

function PeriodButton({ money, end, currency, isChosen, isFaded, isInTabOrder, onChoose, onLook, onFocus }: ButtonProps) {
  return (
    <button
      type="button"
      data-period={money.period}
      tabIndex={isInTabOrder ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={`${formatPeriod(money.period)}, ${describeValue(money, currency)}`}
      onClick={onChoose}
      onKeyDown={moveAlong}
      onFocus={() => {
        onFocus()
        onLook(money.period)
      }}
      onBlur={() => onLook(null)}
      onPointerEnter={() => onLook(money.period)}
      onPointerLeave={() => onLook(null)}
      className={cn(
        'flex min-w-0 flex-col items-center justify-end hover:bg-hover focus-visible:-outline-offset-2',
        'aria-pressed:bg-selected aria-pressed:shadow-[inset_0_-2px_0_var(--accent)]',
        isFaded && '[&>i]:opacity-42',
      )}
    >
      {chartFamilies.toReversed().map((family) => (
        <Bar key={family} family={family} amount={money[family]} end={end} />
      ))}
    </button>
  )
}

/** The arrow keys go from bar to bar, so that Tab passes the chart in one step. */
function moveAlong(event: KeyboardEvent<HTMLButtonElement>) {
  const { key, currentTarget: bar } = event
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return
  const next = key === 'ArrowRight' ? bar.nextElementSibling : bar.previousElementSibling
  if (next instanceof HTMLButtonElement) next.focus()
  event.preventDefault()
}

function Bar({ family, amount, end }: { family: Family; amount: string | null; end: string }) {
  if (amount === null) return null
  const height = Math.max(1, Math.round(share(amount, end) * plotHeight))
  return <i className={cn('w-[62%] max-w-9 flex-none first:rounded-t-[2px]', looks[family])} style={{ height }} />
}

const Axis = ({ middle, end }: { middle: string; end: string }) => (
  <div aria-hidden className="relative mr-2 text-right text-meta text-muted tabular-nums" style={{ height: plotHeight }}>
    {/* As wide as its widest value. */}
    <span className="invisible block h-0 min-w-6">{formatAmount(end)}</span>
    <span className="invisible block h-0">{formatAmount(middle)}</span>
    <span className="absolute -top-2 right-0">{formatAmount(end)}</span>
    <span className="absolute right-0 top-[calc(50%-0.5rem)]">{formatAmount(middle)}</span>
    <span className="absolute right-0 -bottom-2">0</span>
  </div>
)

/** The periods under their bars, and under those the years. */
function Labels({ periods, chosen }: { periods: readonly PeriodMoney[]; chosen: string | null }) {
  const years = [...new Set(periods.map(({ period }) => period.slice(0, 4)))]
  // So many bars leave room for some of the years alone.
  const isCrowded = periods.length > maxLabels
  const yearStep = Math.ceil(years.length / maxYears)
  const widths = years.map((year) => periods.filter(({ period }) => period.startsWith(year)).length)
  return (
    <div aria-hidden className="text-meta text-muted">
      <div className="grid auto-cols-fr grid-flow-col pt-1">
        {(isCrowded ? [] : periods).map(({ period }) => (
          <span key={period} className={cn('min-w-0 whitespace-nowrap text-center', period === chosen && 'font-medium text-ink')}>
            <span className="max-sm:hidden">{shortPeriod(period)}</span>
            <span className="sm:hidden">{period.includes('Q') ? shortPeriod(period) : shortPeriod(period).slice(0, 1)}</span>
          </span>
        ))}
      </div>
      <div className="grid font-medium text-ink-2" style={{ gridTemplateColumns: widths.map((width) => `${width}fr`).join(' ') }}>
        {years.map((year, index) => {
          const width = widths[index] ?? 0
          const isNamed = isCrowded ? index % yearStep === 0 : width > 1 || periods.length <= 24
          return (
            <span
              key={year}
              className={cn(
                'min-w-0 whitespace-nowrap',
                (isNamed || !isCrowded) && 'border-line-strong border-l pl-1.5',
                !isCrowded && 'overflow-clip',
              )}
            >
              {isNamed && <span className={cn('sticky left-1.5 inline-block', width < 2 && 'max-sm:invisible')}>{year}</span>}
            </span>
          )
        })}
      </div>
    </div>
  )
}

function highest(periods: readonly PeriodMoney[]): string {
  const totals = periods.map((money) => sum(chartFamilies.flatMap((family) => money[family] ?? [])))
  return totals.reduce((most, amount) => (compare(amount, most) > 0 ? amount : most), '0')
}

function describeValue(money: PeriodMoney, currency: string): string {
  const parts = chartFamilies.flatMap((family) =>
    money[family] === null ? [] : `${formatAmount(money[family])} ${currency} ${family}`.replace('  ', ' '),
  )
  return parts.length === 0 ? 'no money' : parts.join(', ')
}
