import Link from 'next/link'
import { Amount } from '@/components/ui/amount'
import { TablePart } from '@/components/ui/table-part'
import { buyerPath, chargePath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import { serviceTime, shortDay } from '@/lib/core/dates'
import { type ListColumn, type ListName, type ListRow, lists } from '@/lib/lists/lists'

const grid = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4'

// Written out, because only classes that are written somewhere exist.
const layouts = {
  charges: 'md:grid-cols-[5.5rem_minmax(0,1.3fr)_minmax(0,1.3fr)_minmax(0,1fr)_7.5rem_4.5rem]',
  subscriptions: 'md:grid-cols-[5.5rem_minmax(0,1.2fr)_minmax(0,1.6fr)_4.5rem]',
  journal: 'md:grid-cols-[5.5rem_minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,1fr)]',
}

const heads: Record<Exclude<ListColumn, 'why'>, string> = { provider: 'Provider', amount: 'Amount', person: 'Who', seen: 'As of' }

/** What `j` and `k` go along. */
export const rowSelector = '[data-list-row]'

/** The rows of a list, each of them the way to its charge or its buyer. */
export function ListRows({ name, rows, today }: { name: ListName; rows: readonly ListRow[]; today: string }) {
  const { columns, when, why, of, label } = lists[name]
  const layout = cn(grid, layouts[of])
  return (
    <TablePart as="table" aria-label={label}>
      <TablePart as="rowgroup" className="max-md:hidden">
        <TablePart as="row" className={cn(layout, 'h-8 border-b font-medium text-meta text-muted')}>
          {[when, 'Buyer', ...columns.map((column) => (column === 'why' ? why : heads[column]))].map((head) => (
            <TablePart key={head} as="columnheader" className={cn((head === 'Amount' || head === 'As of') && 'text-right')}>
              {head}
            </TablePart>
          ))}
        </TablePart>
      </TablePart>
      <TablePart as="rowgroup" className="divide-y">
        {rows.map((row, place) => (
          <Row key={row.key} row={row} place={place} columns={columns} layout={layout} today={today} />
        ))}
      </TablePart>
    </TablePart>
  )
}

type RowProps = { row: ListRow; place: number; columns: readonly ListColumn[]; layout: string; today: string }

function Row({ row, place, columns, layout, today }: RowProps) {
  const { buyerId, buyer, product, day, at, orderId, chargeId } = row
  const time = orderId === null ? null : (serviceTime(at)?.time.slice(0, 5) ?? null)
  const href = orderId !== null && chargeId !== null ? chargePath(buyerId, { orderId, chargeId }) : buyerPath(buyerId)
  return (
    <TablePart as="row" data-index={place} className={cn(layout, 'relative min-h-11 py-1 text-table hover:bg-hover max-md:py-2')}>
      <TablePart
        as="cell"
        className="whitespace-nowrap tabular-nums max-md:order-4 max-md:text-right max-md:text-meta max-md:text-muted"
      >
        {day === '' ? '–' : shortDay(day, today)}
        {time !== null && <span className="text-meta text-muted md:block max-md:ml-1.5">{time}</span>}
      </TablePart>
      <TablePart as="cell" className="min-w-0 max-md:order-1">
        <Link
          href={href}
          prefetch={false}
          data-list-row
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-solid focus-visible:after:-outline-offset-2"
        >
          <bdi>{buyer ?? `buyer …${buyerId.slice(-4)}`}</bdi>
        </Link>
        <span className="block truncate text-meta text-muted">{product ?? 'product unknown'}</span>
      </TablePart>
      {columns.map((column) => (
        <Cell key={column} row={row} column={column} today={today} />
      ))}
    </TablePart>
  )
}

function Cell({ row, column, today }: { row: ListRow; column: ListColumn; today: string }) {
  const { why, asked, provider, amount, currency, person, seen } = row
  switch (column) {
    case 'why':
      return (
        <TablePart as="cell" className="min-w-0 text-ink-2 max-md:order-3 max-md:text-meta">
          {why ?? '–'}
          {asked && <span className="text-muted">, refund requested</span>}
        </TablePart>
      )
    case 'amount':
      return (
        <TablePart as="cell" className="text-right max-md:order-2">
          <Amount value={amount} currency={currency} />
        </TablePart>
      )
    case 'seen':
      return (
        <TablePart as="cell" className="whitespace-nowrap text-right text-meta text-muted tabular-nums max-md:hidden">
          {seen === null ? '–' : shortDay(seen, today)}
        </TablePart>
      )
    default:
      return (
        <TablePart
          as="cell"
          className={cn('min-w-0 truncate text-ink-2', column === 'provider' ? 'max-md:hidden' : 'max-md:order-2')}
        >
          {(column === 'provider' ? provider : person) ?? '–'}
        </TablePart>
      )
  }
}
