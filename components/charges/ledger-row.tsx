'use client'

import { lazy, memo, type ReactNode, Suspense, useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { onDemand } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import { State } from '@/components/ui/state'
import { TablePart } from '@/components/ui/table-part'
import type { LedgerColumn } from '@/lib/charges/ledger'
import { ledgerOutcome } from '@/lib/charges/ledger-outcome'
import { moneyOfRow, taxIn } from '@/lib/charges/money-pieces'
import { factsOf, isReadable, type OrderFacts, tellingCharge } from '@/lib/charges/order-facts'
import type { ChargeFilter } from '@/lib/charges/order-filter'
import { methodName } from '@/lib/charges/payment-method-words'
import { cn } from '@/lib/core/cn'
import { formatDay, serviceTime } from '@/lib/core/dates'
import { formatAmount } from '@/lib/core/money'
import type { Order, OrderOrUnreadable, UnreadableOrder } from '@/lib/operations/schemas/charge-history'
import { cellClass, moneyClass, rowGrid } from './ledger-columns'
import { ProductNames } from './product-words'

const GapRow = lazy(async () => ({ default: (await import('./gap-row')).GapRow }))
const OrderFold = onDemand(
  () => import('./order-fold').then((file) => file.OrderFold),
  <Skeleton className="mx-4 mb-4 h-44" />,
  '[data-order-row]',
)

// Its area is the whole row, and so is the mark of its focus.
const toggleClass = cn(
  "scroll-mb-14 whitespace-nowrap text-left tabular-nums outline-none after:absolute after:inset-0 after:content-[''] max-sm:scroll-mb-32",
  'focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid',
)

type Props = {
  /** Undefined while it loads. */
  order: OrderOrUnreadable | undefined
  columns: readonly LedgerColumn[]
  /** Its place in the whole table, whose head is row 1. */
  rowIndex: number
  /** It is the only row, so it starts open. */
  alone: boolean
  /** A day key in the merchant account's zone, for how long something has been open. */
  today: string
  /** The money shown is what this leaves, as in the sums. */
  filter: ChargeFilter
}

/** One order as a row of cells, with its fold. Memoised, so that it isn't drawn again while others load. */
export const LedgerRow = memo(function LedgerRow({ order, columns, rowIndex, alone, today, filter }: Props) {
  const foldId = useId()
  const [toggled, setToggled] = useState<boolean | null>(null)
  if (order === undefined || !isReadable(order)) return <UnreadRow order={order} columns={columns} rowIndex={rowIndex} />
  const isOpen = toggled ?? alone
  const facts = factsOf(order)
  const money = moneyOfRow(facts, filter)
  return (
    <>
      <TablePart
        as="row"
        aria-rowindex={rowIndex}
        data-order-row
        className={cn(
          rowGrid,
          'relative min-h-9 text-table hover:bg-hover print:min-h-7 print:py-1 print:text-meta max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-0.5 max-sm:py-2',
          isOpen && 'bg-selected',
        )}
      >
        {columns.map((column) => (
          <TablePart key={column} as="cell" className={cellClass(column)}>
            {column === 'when' ? (
              <button
                type="button"
                data-order-toggle
                aria-expanded={isOpen}
                aria-controls={isOpen ? foldId : undefined}
                onClick={() => setToggled(!isOpen)}
                className={toggleClass}
              >
                <When order={order} />
                <span className="sr-only">, order {order.orderId}</span>
              </button>
            ) : (
              cells[column](facts, today, money)
            )}
          </TablePart>
        ))}
      </TablePart>
      {isOpen && (
        // What has the focus in it stays above the totals at the bottom.
        <TablePart as="row" id={foldId} className="[&_:is(a,button,summary)]:scroll-mb-14">
          <Whole columns={columns}>
            <OrderFold order={order} />
          </Whole>
        </TablePart>
      )}
    </>
  )
})

/** A row that still loads, or of an order that could not be read. */
function UnreadRow({ order, columns, rowIndex }: Pick<Props, 'columns' | 'rowIndex'> & { order: UnreadableOrder | undefined }) {
  return (
    <TablePart as="row" aria-rowindex={rowIndex}>
      <Whole columns={columns}>
        {order ? (
          <Suspense fallback={<div className="h-13" />}>
            <GapRow order={order} />
          </Suspense>
        ) : (
          <Skeleton className="mx-4 my-2.5 h-4" />
        )}
      </Whole>
    </TablePart>
  )
}

/** A cell over all columns. */
const Whole = ({ columns, children }: { columns: readonly LedgerColumn[]; children: ReactNode }) => (
  <TablePart as="cell" aria-colspan={columns.length}>
    {children}
  </TablePart>
)

function When({ order: { createdAt } }: { order: Order }) {
  const time = serviceTime(createdAt)
  if (!time) return createdAt ?? '–'
  return (
    <>
      {formatDay(time.day)}{' '}
      <span className="text-muted">
        {time.time.slice(0, 5)}
        {time.zone}
      </span>
    </>
  )
}

type Money = ReturnType<typeof moneyOfRow>
type Cell = (facts: OrderFacts, today: string, money: Money) => ReactNode

const cells: Record<Exclude<LedgerColumn, 'when'>, Cell> = {
  order: ({ order }) => <span className="block truncate font-mono text-meta tracking-mono">{order.orderId}</span>,
  product: ({ order }) => (
    <span className="block truncate max-sm:font-medium print:whitespace-normal">
      <ProductNames order={order} />
    </span>
  ),
  outcome: (facts, today) => <OutcomeCell facts={facts} today={today} />,
  method: (facts) => {
    const charge = tellingCharge(facts)
    return <span className="block truncate print:whitespace-normal">{charge ? methodName(charge.paymentMethod) : '–'}</span>
  },
  provider: (facts) => {
    const charge = tellingCharge(facts)
    return (
      // Two lines fit into a row, so that neither is cut where they are long.
      <span
        className="line-clamp-2 leading-4 wrap-break-word"
        title={[charge?.provider, charge?.mid].filter(Boolean).join(' / ') || undefined}
      >
        {charge?.provider ?? '–'} <span className="text-muted">{charge?.mid}</span>
      </span>
    )
  },
  tries: ({ attempts }) => attempts.length.toLocaleString('en'),
  tax: (_, __, money) => <span className={cn(moneyClass(taxIn(money), 'tax'), 'text-muted')}>{formatted(taxIn(money))}</span>,
  amount: (_, __, [{ amount, currency, received }, ...more]) => {
    if (more.length > 0) return <span className="text-muted">more than one currency</span>
    if (amount === null) return <span className="text-muted">–</span>
    return (
      <span className={cn(moneyClass(amount, 'amount'), received ? 'font-semibold' : 'text-ink-2')}>
        {formatAmount(amount)} <small className="font-normal text-ink-2 text-meta">{currency}</small>
      </span>
    )
  },
  usd: (_, __, [{ usd }, ...more]) => (
    <span className={cn(moneyClass(usd, 'usd'), 'text-ink-2')}>{formatted(more.length === 0 ? usd : null)}</span>
  ),
}

const formatted = (amount: string | null) => (amount === null ? '–' : formatAmount(amount))

function OutcomeCell({ facts, today }: { facts: OrderFacts; today: string }) {
  const { kind, words, note, needsLook } = ledgerOutcome(facts, today)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {needsLook ? (
        <Badge kind={kind} raw={kind === 'neutral'} className="max-w-full flex-initial truncate">
          {words}
        </Badge>
      ) : (
        <State kind={kind}>{words}</State>
      )}
      {note && (
        <span className="line-clamp-2 min-w-0 text-meta text-muted print:line-clamp-none" title={note}>
          {note}
        </span>
      )}
    </span>
  )
}
