import { type LedgerColumn, ledgerColumns } from '@/lib/charges/ledger'
import type { ChargeSums } from '@/lib/charges/sums'
import { useRememberedText } from '@/lib/client/remembered'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'

export const columnNames: Record<LedgerColumn, string> = {
  when: 'When',
  order: 'Order',
  product: 'Product',
  outcome: 'Outcome',
  method: 'Paid with',
  provider: 'Provider, mid',
  tries: 'Tries',
  tax: 'Tax',
  amount: 'Amount',
  usd: 'Given in USD',
}

/** A row is nothing without them, and a phone shows them alone. */
export const fixedColumns: readonly LedgerColumn[] = ['when', 'product', 'outcome', 'amount']

/** Columns of numbers, at the right. */
export const isNumeric = (column: LedgerColumn) => ['tries', 'tax', 'amount', 'usd'].includes(column)

const widths: Record<LedgerColumn, string> = {
  when: '7.875rem',
  order: '4rem',
  product: 'minmax(8rem,1.34fr)',
  outcome: 'minmax(9rem,1.54fr)',
  method: 'minmax(5.5rem,.92fr)',
  provider: 'minmax(7rem,1.46fr)',
  tries: '2.25rem',
  tax: '3.75rem',
  amount: '6.75rem',
  usd: '5.25rem',
}

/** Paper has small print, and text that goes on in a second line. */
const onPaper: Partial<Record<LedgerColumn, string>> = {
  when: '7rem',
  product: 'minmax(0,1fr)',
  outcome: 'minmax(0,1.1fr)',
  method: 'minmax(0,.9fr)',
  tries: '1.75rem',
  tax: '3rem',
}

/** Columns that a narrower screen has no room for. */
const wideOnly: readonly LedgerColumn[] = ['order', 'provider', 'usd']

/** Whether a column stands on narrower screens and paper, too. */
export const isOnNarrow = (column: LedgerColumn) => !wideOnly.includes(column)

/** How many rem a column of money takes for its longest sum, beside what stands behind each amount. */
function moneyWidths({ currencies }: ChargeSums): Partial<Record<LedgerColumn, number>> {
  const longest = (amounts: (string | null)[]) => {
    const lengths = amounts.map((amount) => (amount === null ? 0 : formatAmount(amount).length))
    return lengths.toSorted((one, other) => other - one)[0] ?? 0
  }
  const groups = currencies.flatMap(({ totals }) => Object.values(totals))
  return {
    tax: longest(currencies.map(({ tax }) => tax.amount)) / 2,
    amount: longest(groups.map(({ amount }) => amount)) / 2 + 2.25,
    usd: longest(groups.map(({ usd }) => usd)) / 2 + 0.5,
  }
}

/** The tracks of a row, for a wide screen, a narrower one and paper, where columns of text become as narrow as they must: rows are grids of their own and line up by them. */
export function tracksOf(columns: readonly LedgerColumn[], sums: ChargeSums): Record<'--wide' | '--narrow' | '--paper', string> {
  const money = moneyWidths(sums)
  // A column of money grows with its sums by as much as the screen has to spare.
  const width = (column: LedgerColumn) =>
    money[column] === undefined
      ? widths[column]
      : `clamp(${widths[column]}, ${money[column]}rem, calc(${widths[column]} + max(0px, 26vw - 19.2rem)))`
  const of = (some: readonly LedgerColumn[]) => some.map(width).join(' ')
  const narrow = columns.filter(isOnNarrow)
  return {
    '--wide': of(columns),
    '--narrow': of(narrow),
    '--paper': narrow.map((column) => onPaper[column] ?? width(column)).join(' '),
  }
}

export const rowGrid =
  'grid items-center gap-x-2.5 px-4 print:gap-x-2 print:px-2 sm:grid-cols-(--narrow) lg:grid-cols-(--wide) print:grid-cols-(--paper)'

/** The place of a cell: at the right for numbers, and on a phone in one of two lines. */
export const cellClass = (column: LedgerColumn) =>
  cn(
    'min-w-0',
    isNumeric(column) && 'text-right tabular-nums',
    !isOnNarrow(column) && 'max-lg:hidden print:hidden',
    phonePlaces[column],
  )

const phonePlaces: Record<LedgerColumn, string> = {
  product: 'max-sm:order-1',
  amount: 'max-sm:order-2',
  outcome: 'max-sm:order-3',
  when: 'max-sm:order-4 max-sm:text-right max-sm:text-meta max-sm:text-muted',
  order: 'max-sm:hidden',
  method: 'max-sm:hidden',
  provider: 'max-sm:hidden',
  tries: 'max-sm:hidden',
  tax: 'max-sm:hidden',
  usd: 'max-sm:hidden',
}

/** Longer amounts than the column was made for go on in a second line, not over what stands beside them. */
export const moneyClass = (amount: string | null, column: keyof typeof room) =>
  (amount?.length ?? 0) > room[column] ? 'wrap-anywhere' : 'whitespace-nowrap'
const room = { tax: 7, amount: 11, usd: 9 }

const isColumn = (name: string): name is LedgerColumn => ledgerColumns.some((column) => column === name)

/** The columns the person has chosen, kept in this browser: what is kept is what they took out. */
export function useLedgerColumns(): [readonly LedgerColumn[], (columns: readonly LedgerColumn[]) => void] {
  const [kept, keep] = useRememberedText('charge-columns-off')
  const off = kept.split(' ').filter(isColumn)
  const columns = ledgerColumns.filter((column) => fixedColumns.includes(column) || !off.includes(column))
  return [columns, (next) => keep(ledgerColumns.filter((column) => !next.includes(column)).join(' '))]
}
