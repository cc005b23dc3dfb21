'use client'

import { ChevronRight, ChevronsUpDown } from 'lucide'
import { useMemo, useState } from 'react'
import { Amount } from '@/components/ui/amount'
import { Icon } from '@/components/ui/icon'
import { StateNode } from '@/components/ui/state-node'
import { describeFigure, monthsOf, type OrderFigures } from '@/lib/charges/order-months'
import { describeRun, isRun, type OrderRun, shownAlone } from '@/lib/charges/order-runs'
import { isEntry, type TimelineRow } from '@/lib/charges/timeline'
import { cn } from '@/lib/core/cn'
import { OrderLine, type RowContext, rowLine } from './order-line'
import { longRow, longRows } from './order-rows'
import { firstLines, lineOf, type OrderSection, sectionsOf } from './order-sections'
import { ProductNames } from './product-words'

type Props = {
  rows: readonly TimelineRow[]
  context: RowContext
  /** A filter shows all that it found. */
  isFiltered: boolean
  isPartial: boolean
  /** Every order is a row of its own. */
  everyOrder: boolean
  lines: number
  more: React.ReactNode
}

/** A long history by months: the newest are open, orders in a row that are alike are one row. */
export function MonthList({ rows, context, isFiltered, isPartial, everyOrder, lines, more }: Props) {
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const months = useMemo(() => monthsOf(rows), [rows])
  const lit = useLast(context.chosen?.orderId ?? context.asked.order)
  const asked =
    months.find((month) => month.rows.some((row) => !isEntry(row) && row.orderId === lit && lit !== null))?.month ?? null
  const sections = useMemo(() => {
    const alone = everyOrder ? null : shownAlone(rows, lit)
    return sectionsOf({ months, chosen, allOpen: isFiltered, asked, isPartial, alone })
  }, [months, rows, chosen, isFiltered, asked, isPartial, everyOrder, lit])
  const shown = firstLines(sections, Math.max(lines, lineOf(sections, lit)))
  return (
    <>
      {shown.sections.map((section) => (
        <section key={section.key} aria-label={section.title} className="border-t first:border-t-0">
          <SectionRow section={section} onToggle={() => setChosen({ ...chosen, [section.key]: !section.isOpen })} />
          {section.rows.length > 0 && (
            <ul>
              {section.rows.map((row, place) =>
                isRun(row) ? (
                  <RunRows key={`run ${row.orders[0]?.orderId}`} run={row} context={context} />
                ) : (
                  <OrderLine
                    key={isEntry(row) ? row.entryId : (row.orderId ?? `gap ${place}`)}
                    row={row}
                    layout={longRows}
                    context={context}
                  />
                ),
              )}
            </ul>
          )}
        </section>
      ))}
      {shown.hasMore && more}
    </>
  )
}

/** The order that was asked for last: its month stays open when its mark is taken away. */
function useLast(order: string | null): string | null {
  const [last, setLast] = useState(order)
  if (order !== null && order !== last) setLast(order)
  return order ?? last
}

/** A month or a year: how many orders, how many weren't paid, and the money received in each currency. */
function SectionRow({ section, onToggle }: { section: OrderSection; onToggle: () => void }) {
  const { title, figures, isYear, isOpen, isPartial } = section
  return (
    <h4
      className={cn(
        isOpen && !isYear && 'sticky top-under z-2 border-b bg-surface lg:top-[calc(var(--under)+3rem)] print:static',
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className={cn(
          'grid min-h-9 w-full items-center gap-x-3 pr-3 pl-4 text-left text-ink-2 text-table hover:bg-hover focus-visible:-outline-offset-2',
          'grid-cols-[1.25rem_minmax(0,1fr)_auto] row-narrow:min-h-13 row-wide:grid-cols-[1.25rem_8rem_minmax(0,1fr)_auto_1rem]',
        )}
      >
        <Icon
          of={ChevronRight}
          size={14}
          className={cn('justify-self-center text-muted transition-transform duration-fast', isOpen && 'rotate-90')}
        />
        <span className="font-semibold text-ink">{title}</span>
        <span className="flex min-w-0 items-center gap-3 tabular-nums row-narrow:col-start-2 row-narrow:row-start-2 row-narrow:text-meta">
          <Mix figures={figures} />
          <span className="truncate">
            {describeFigure(figures)}
            {isPartial && ', more to load'}
          </span>
        </span>
        <span className="grid justify-items-end row-narrow:row-span-2">
          {figures.received.map(({ currency, amount }) => (
            <Amount key={currency} value={amount} currency={currency} received column />
          ))}
          {figures.received.length > 0 && <span className="sr-only">received</span>}
        </span>
      </button>
    </h4>
  )
}

const mixWidth = 96

/** How many of the orders were paid and declined, as lengths. */
function Mix({ figures: { paid, declined } }: { figures: OrderFigures }) {
  if (paid + declined === 0) return null
  const lost = declined === 0 ? 0 : Math.max(4, Math.round((mixWidth * declined) / (paid + declined)))
  const received = Math.max(0, mixWidth - lost - (lost > 0 ? 2 : 0))
  return (
    <svg aria-hidden width={mixWidth} height={6} className="flex-none row-narrow:hidden print:hidden">
      {paid > 0 && <rect width={received} height={6} rx={1} className="fill-chart-3" />}
      {lost > 0 && (
        <rect x={mixWidth - lost + 0.5} y={0.5} width={lost - 1} height={5} rx={1} className="fill-raised stroke-declined" />
      )}
    </svg>
  )
}

/** A run is one row; open, its orders follow it as rows of their own. */
function RunRows({ run, context }: { run: OrderRun; context: RowContext }) {
  const [isOpen, setOpen] = useState(false)
  const { title, days, amount, currency } = describeRun(run)
  const [newest] = run.orders
  return (
    <>
      <li className={rowLine}>
        <button
          type="button"
          data-run-row
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={cn(longRow, 'scroll-mt-12 hover:bg-hover focus-visible:-outline-offset-2')}
        >
          <span className="relative">
            <span
              aria-hidden
              className="absolute inset-x-0.75 -top-0.75 h-1.5 rounded-t-control border border-settled-line border-b-0 bg-raised"
            />
            <StateNode kind="settled" className="relative size-5!" />
          </span>
          <span className="whitespace-nowrap text-ink-2 tabular-nums row-narrow:hidden">{days}</span>
          <span className="truncate">
            <span className="mr-1 font-medium tabular-nums">{title}</span>{' '}
            <span className="text-muted">{newest && <ProductNames order={newest} />}</span>
          </span>
          <span className="truncate row-narrow:col-span-2 row-narrow:col-start-2 row-narrow:row-start-2 row-narrow:text-meta">
            <span className="text-muted tabular-nums row-wide:hidden">{days} </span>
            All paid
          </span>
          <Amount value={amount} currency={currency} received column />
          <span className="text-faint row-narrow:hidden print:hidden">
            <Icon of={ChevronsUpDown} size={14} />
          </span>
        </button>
      </li>
      {isOpen &&
        run.orders.map((order) => <OrderLine key={order.orderId} row={order} layout={longRows} context={context} isInRun />)}
    </>
  )
}
