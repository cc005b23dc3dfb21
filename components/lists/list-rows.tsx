import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { Fragment, type ReactNode, useEffect } from 'react'
import { Amount } from '@/components/ui/amount'
import { isForKeys } from '@/components/ui/is-for-keys'
import { NewerRow, type Since } from '@/components/ui/newer-line'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { TablePart } from '@/components/ui/table-part'
import { useAssign } from '@/lib/commands/client/use-assign'
import { buyerPath, chargePath } from '@/lib/core/buyer-path'
import { cn } from '@/lib/core/cn'
import { serviceTime, shortDay } from '@/lib/core/dates'
import { describeProblem } from '@/lib/core/problem-words'
import { may, type Role } from '@/lib/core/roles'
import { type ListPage, type OwnedRow, refundWords } from '@/lib/lists/list-page'
import { type ListColumn, type ListName, lists } from '@/lib/lists/lists'
import { CloseButton, ClosingNotes, useClosing } from './closing'
import { MarkCell, type Marks } from './marks'
import { OwnerCell } from './owner-cell'

const grid = 'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4'

// Written out, because only classes that are written somewhere exist.
const layouts = {
  charges:
    'md:grid-cols-[5rem_minmax(0,1.2fr)_minmax(0,1.2fr)_7.5rem_10.5rem] lg:grid-cols-[5rem_minmax(0,1.3fr)_minmax(0,1.3fr)_minmax(0,0.7fr)_7.5rem_4rem_10.5rem]',
  subscriptions:
    'md:grid-cols-[5rem_minmax(0,1.2fr)_minmax(0,1.4fr)_9rem] lg:grid-cols-[5rem_minmax(0,1.2fr)_minmax(0,1.6fr)_4rem_9rem]',
  events:
    'md:grid-cols-[5rem_minmax(0,1.2fr)_minmax(0,1.4fr)_10.5rem] lg:grid-cols-[5rem_minmax(0,1.2fr)_minmax(0,1.6fr)_4rem_10.5rem]',
  journal: 'md:grid-cols-[5rem_minmax(0,1.2fr)_minmax(0,1.3fr)_minmax(0,0.8fr)_10.5rem]',
}

const heads: Record<Exclude<ListColumn, 'why'>, string> = {
  provider: 'Provider',
  amount: 'Amount',
  person: 'Moved by',
  seen: 'As of',
}
/** What gives way where there is less room. */
const isWide = (column: ListColumn) => column === 'provider' || column === 'seen'

/** What `j` and `k` go along. */
export const rowSelector = '[data-list-row]'

type Props = {
  name: ListName
  merchant: string
  role: Role
  rows: readonly OwnedRow[]
  since?: Since | undefined
  today: string
  marks: Marks
}

/**
 * The rows of a list, each of them the way to its charge or its buyer, and whose name is on it. `since`: of a list that a number opened, how many of
 * the rows came later. They're the first.
 */
export function ListRows({ name, merchant, role, rows, since, today, marks }: Props) {
  const { columns, when, why, of, label } = lists[name]
  const mayMark = may(role, 'planIncident')
  const layout = cn(grid, layouts[of], mayMark && 'md:pl-10')
  const { assign, error } = useOwners(name, merchant, rows)
  const closing = useClosing(name, merchant, rows)
  return (
    <>
      {error && <ProblemNotice {...describeProblem(error)} className="m-4" />}
      <ClosingNotes closing={closing} />
      <TablePart as="table" aria-label={label}>
        <TablePart as="rowgroup" className="max-md:hidden">
          <TablePart as="row" className={cn(layout, 'h-8 border-b font-medium text-meta text-muted')}>
            <Head>{when}</Head>
            <Head>Buyer</Head>
            {columns.map((column) => (
              <Head
                key={column}
                className={cn(isWide(column) && 'max-lg:hidden', (column === 'amount' || column === 'seen') && 'text-right')}
              >
                {column === 'why' ? why : heads[column]}
              </Head>
            ))}
            <Head>Who</Head>
          </TablePart>
        </TablePart>
        <TablePart as="rowgroup" className="divide-y">
          {rows.map((row, place) => (
            <Fragment key={row.key}>
              {since?.count === place && <NewerRow since={since} />}
              <Row
                row={row}
                place={place}
                columns={columns}
                layout={cn(layout, marks.keys.has(row.key) && 'bg-selected')}
                today={today}
              >
                {mayMark && <MarkCell row={row} marks={marks} />}
                <OwnerCell
                  row={row}
                  mayTakeOff={may(role, 'approve')}
                  onAssign={assign}
                  closing={row.left ? null : <CloseButton name={name} role={role} row={row} closing={closing} />}
                />
              </Row>
            </Fragment>
          ))}
          {since?.count === rows.length && <NewerRow since={since} />}
        </TablePart>
      </TablePart>
    </>
  )
}

const Head = (props: { className?: string; children: string }) => <TablePart as="columnheader" {...props} />

/** Whose names are on the rows, and `m`, which puts one's own on the row with the focus or takes it off. */
function useOwners(name: ListName, merchant: string, rows: readonly OwnedRow[]) {
  const queryClient = useQueryClient()
  const { mutate, error } = useAssign(merchant, ({ thing }, owner) =>
    queryClient.setQueriesData<InfiniteData<ListPage>>(
      { queryKey: ['list', merchant, name] },
      (list) => list && { ...list, pages: list.pages.map((page) => withOwner(page, thing, owner)) },
    ),
  )
  const assign = (row: OwnedRow, assigned: boolean) => mutate({ kind: name, thing: row.key, assigned })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'm' || !isForKeys(event)) return
      const place = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index
      const row = place === undefined ? undefined : rows[Number(place)]
      if (row) mutate({ kind: name, thing: row.key, assigned: row.owner?.mine !== true })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [rows, mutate, name])
  return { assign, error }
}

const withOwner = (page: ListPage, key: string, owner: OwnedRow['owner']): ListPage => ({
  ...page,
  data: page.data.map((row) => (row.key === key ? { ...row, owner } : row)),
  ...(page.meta.counted && {
    meta: {
      ...page.meta,
      counted: { ...page.meta.counted, newer: page.meta.counted.newer.map((row) => (row.key === key ? { ...row, owner } : row)) },
    },
  }),
})

type RowProps = {
  row: OwnedRow
  place: number
  columns: readonly ListColumn[]
  layout: string
  today: string
  children: ReactNode
}

function Row({ row, place, columns, layout, today, children }: RowProps) {
  const { buyerId, buyer, product, day, at, orderId, chargeId } = row
  const time = orderId === null ? null : (serviceTime(at)?.time.slice(0, 5) ?? null)
  const href = orderId !== null && chargeId !== null ? chargePath(buyerId, { orderId, chargeId }) : buyerPath(buyerId)
  return (
    <TablePart
      as="row"
      data-index={place}
      className={cn(layout, 'group relative min-h-11 py-1 text-table hover:bg-hover max-md:py-2')}
    >
      <TablePart
        as="cell"
        className={cn(
          'whitespace-nowrap tabular-nums max-md:text-right max-md:text-meta max-md:text-muted',
          hasOwnLine(columns) ? 'max-md:order-2' : 'max-md:order-4',
        )}
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
        <Cell key={column} row={row} column={column} today={today} isAlone={hasOwnLine(columns)} />
      ))}
      {children}
    </TablePart>
  )
}

/** Whether what is said of a row has a line to itself on a phone, because no amount and nobody stands beside it. */
const hasOwnLine = (columns: readonly ListColumn[]) => !columns.includes('amount') && !columns.includes('person')

type CellProps = { row: OwnedRow; column: ListColumn; today: string; isAlone: boolean }

function Cell({ row, column, today, isAlone }: CellProps) {
  const { why, refund, left, provider, amount, currency, person, seen } = row
  switch (column) {
    case 'why':
      return (
        <TablePart
          as="cell"
          className={cn('min-w-0 text-ink-2 max-md:order-3 max-md:text-meta', isAlone && 'max-md:col-span-full')}
        >
          {why ?? '–'}
          {refund && <span className="text-muted">, {refundWords[refund]}</span>}
          {left && <span className="text-muted">, no longer in this list</span>}
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
        <TablePart as="cell" className="whitespace-nowrap text-right text-meta text-muted tabular-nums max-lg:hidden">
          {seen === null ? '–' : shortDay(seen, today)}
        </TablePart>
      )
    default:
      return (
        <TablePart
          as="cell"
          className={cn('min-w-0 truncate text-ink-2', column === 'provider' ? 'max-lg:hidden' : 'max-md:order-2')}
        >
          {(column === 'provider' ? provider : person) ?? '–'}
        </TablePart>
      )
  }
}
