import type { ReactNode } from 'react'
import { TablePart } from '@/components/ui/table-part'
import { Tip } from '@/components/ui/tip'
import type { ReadingProgress } from '@/lib/charges/charge-answers'
import type { LedgerColumn } from '@/lib/charges/ledger'
import { filterCurrency } from '@/lib/charges/order-filter'
import type { ChargeSums, CurrencySums } from '@/lib/charges/sums'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { FilterLink } from './filter-link'
import { cellClass, moneyClass, rowGrid } from './ledger-columns'

/** More currencies than this are named in their own filter. */
const maxCurrencies = 3

type Props = { sums: ChargeSums; progress: ReadingProgress; columns: readonly LedgerColumn[]; rowIndex: number }

/** The totals of the filtered orders, which stay at the bottom of the screen: a line for each currency, never across. */
export function LedgerTotals({ sums, progress, columns, rowIndex }: Props) {
  const shown = sums.currencies.slice(0, maxCurrencies)
  const rest = sums.currencies.length - shown.length
  const lines: (CurrencySums | null)[] = shown.length === 0 ? [null] : shown
  return (
    <TablePart
      as="rowgroup"
      className="sticky bottom-0 z-1 rounded-b-card border-line-strong border-t bg-raised max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] print:static"
    >
      {lines.map((money, index) => (
        <TablePart
          key={money?.currency ?? ''}
          as="row"
          aria-rowindex={rowIndex + index}
          className={cn(
            rowGrid,
            'font-medium text-table max-sm:grid-cols-[minmax(0,1fr)_auto]',
            index === 0 ? 'min-h-10' : 'min-h-7',
            index < lines.length - 1 && index === 0 && 'pt-1',
          )}
        >
          {columns.map((column) => (
            <TablePart
              key={column}
              as="cell"
              className={cn(cellClass(column), column === 'when' ? phoneCount : column !== 'amount' && 'max-sm:hidden')}
            >
              {column === 'when' && index === 0 && <Counted found={sums.orders} progress={progress} rest={rest} />}
              {money && cells[column]?.(money)}
            </TablePart>
          ))}
        </TablePart>
      ))}
    </TablePart>
  )
}

const phoneCount = 'whitespace-nowrap max-sm:order-1! max-sm:text-left! max-sm:text-ink! max-sm:text-table!'

function Counted({ found, progress: { state, read }, rest }: { found: number; progress: ReadingProgress; rest: number }) {
  const words = `${found.toLocaleString('en')} ${found === 1 ? 'order' : 'orders'}`
  return (
    <>
      {found === read ? words : `${found.toLocaleString('en')} of ${read.toLocaleString('en')} orders`}
      {state === 'reading' && <span className="font-normal text-muted"> so far</span>}
      {rest > 0 && (
        <span className="font-normal text-muted">
          , {rest} more {rest === 1 ? 'currency' : 'currencies'}
        </span>
      )}
    </>
  )
}

const cells: Partial<Record<LedgerColumn, (money: CurrencySums) => ReactNode>> = {
  outcome: (money) => (
    <span className="flex min-w-0 gap-x-2 truncate font-normal text-muted tabular-nums max-sm:hidden">
      {(['lost', 'open', 'other'] as const).map((family) => {
        const { amount } = money.totals[family]
        if (amount === null) return null
        return (
          <FilterLink
            key={family}
            to={{ currency: filterCurrency(money.currency), money: family }}
            label={`Orders of money ${family} in ${money.currency || 'no currency'}`}
            className="inline-flex min-h-6 items-center"
          >
            {formatAmount(amount)} {family === 'other' ? 'unrecognised' : family}
          </FilterLink>
        )
      })}
    </span>
  ),
  tax: ({ tax }) => (
    <span className={cn(moneyClass(tax.amount, 'tax'), 'font-normal text-muted')}>
      {tax.amount === null ? '–' : formatAmount(tax.amount)}
    </span>
  ),
  amount: ({ currency, totals: { received } }) => (
    <FilterLink
      to={{ currency: filterCurrency(currency), money: 'received' }}
      label={`Total received in ${currency || 'no currency'}`}
      className={cn(moneyClass(received.amount, 'amount'), 'font-semibold text-body')}
    >
      {received.amount === null ? '–' : formatAmount(received.amount)}{' '}
      <small className="font-normal text-ink-2 text-meta">{currency || (received.amount !== null && 'no currency')}</small>
    </FilterLink>
  ),
  usd: ({ totals: { received } }) => {
    const amount = (
      <span className={moneyClass(received.usd, 'usd')}>{received.usd === null ? '–' : formatAmount(received.usd)}</span>
    )
    if (received.unpriced === 0) return amount
    return (
      <Tip text={`${received.unpriced.toLocaleString('en')} without USD from the service`} side="top" align="end">
        {amount}*
      </Tip>
    )
  },
}
