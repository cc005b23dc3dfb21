import { type CSSProperties, type ReactNode, useState } from 'react'
import { TablePart } from '@/components/ui/table-part'
import { Tip } from '@/components/ui/tip'
import type { ReadingProgress } from '@/lib/charges/charge-answers'
import type { LedgerColumn } from '@/lib/charges/ledger'
import { filterCurrency } from '@/lib/charges/order-filter'
import type { ChargeSums, CurrencySums } from '@/lib/charges/sums'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { FilterLink } from './filter-link'
import { cellClass, isOnNarrow, moneyClass, rowGrid } from './ledger-columns'

/** So many currencies stand there at once, so that ten rows of orders have room above them; paper has them all. */
const maxCurrencies = 2

type Props = { sums: ChargeSums; progress: ReadingProgress; columns: readonly LedgerColumn[]; rowIndex: number }

/** The totals of the filtered orders, which stay at the bottom of the screen: a line for each currency, never across. */
export function LedgerTotals({ sums: { currencies, orders }, progress, columns, rowIndex }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const lines: (CurrencySums | null)[] = currencies.length === 0 ? [null] : [...currencies]
  const rest = lines.length - maxCurrencies
  const cellsOfLine = columns.filter((column) => !beside.includes(column))
  return (
    <TablePart
      as="rowgroup"
      id="totals"
      tabIndex={-1}
      aria-label="Totals"
      className="sticky bottom-0 z-1 max-h-[50vh] overflow-y-auto rounded-b-card border-line-strong border-t bg-raised max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] print:static print:max-h-none"
    >
      {lines.map((money, index) => (
        <TablePart
          key={money?.currency ?? ''}
          as="row"
          aria-rowindex={rowIndex + index}
          className={cn(
            rowGrid,
            'font-medium text-table max-sm:grid-cols-[minmax(0,1fr)_auto]',
            lines.length === 1 ? 'min-h-10' : 'min-h-7',
            index >= maxCurrencies && !isWhole && 'not-print:hidden',
          )}
        >
          {cellsOfLine.map((column) => (
            <TablePart
              key={column}
              as="cell"
              className={cn(
                cellClass(column),
                column === 'when' ? phoneCount : column !== 'amount' && 'max-sm:hidden',
                column === 'outcome' && 'sm:col-(--besides-narrow) lg:col-(--besides-wide) print:col-(--besides-narrow)',
              )}
              {...(column === 'outcome' && { style: spanOf(columns), 'aria-colspan': 1 + besideIn(columns).length })}
            >
              {column === 'when' && index === 0 && <Counted found={orders} progress={progress} />}
              {column === 'when' && index === 1 && rest > 0 && (
                <MoreCurrencies rest={rest} isWhole={isWhole} onChange={setIsWhole} />
              )}
              {money && cells[column]?.(money)}
            </TablePart>
          ))}
        </TablePart>
      ))}
    </TablePart>
  )
}

/** Columns that have no sum: what was lost and is open has their room. */
const beside: readonly LedgerColumn[] = ['method', 'provider', 'tries']
const besideIn = (columns: readonly LedgerColumn[]) => columns.filter((column) => beside.includes(column))

const spanOf = (columns: readonly LedgerColumn[]) =>
  ({
    '--besides-wide': `span ${1 + besideIn(columns).length}`,
    '--besides-narrow': `span ${1 + besideIn(columns).filter(isOnNarrow).length}`,
  }) as CSSProperties

const phoneCount = 'whitespace-nowrap max-sm:order-1! max-sm:text-left! max-sm:text-ink! max-sm:text-table!'

function Counted({ found, progress: { state, read } }: { found: number; progress: ReadingProgress }) {
  const words = `${found.toLocaleString('en')} ${found === 1 ? 'order' : 'orders'}`
  return (
    <>
      {found === read ? words : `${found.toLocaleString('en')} of ${read.toLocaleString('en')} orders`}
      {state === 'reading' && <span className="font-normal text-muted"> so far</span>}
    </>
  )
}

type MoreProps = { rest: number; isWhole: boolean; onChange: (isWhole: boolean) => void }

const MoreCurrencies = ({ rest, isWhole, onChange }: MoreProps) => (
  <button
    type="button"
    aria-expanded={isWhole}
    onClick={() => onChange(!isWhole)}
    className="min-h-6 rounded-chip font-normal text-accent hover:underline print:hidden"
  >
    {isWhole ? 'Fewer currencies' : `${rest} more ${rest === 1 ? 'currency' : 'currencies'}`}
  </button>
)

const cells: Partial<Record<LedgerColumn, (money: CurrencySums) => ReactNode>> = {
  outcome: (money) => (
    <span className="flex min-w-0 flex-wrap gap-x-3 font-normal text-muted tabular-nums">
      {(['lost', 'open', 'other'] as const).map((family) => {
        const { amount } = money.totals[family]
        if (amount === null) return null
        return (
          <FilterLink
            key={family}
            to={{ currency: filterCurrency(money.currency), money: family }}
            label={`Orders of money ${family === 'other' ? 'with an unrecognised status' : family} in ${money.currency || 'no currency'}`}
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
