import { CopyCheck, CreditCard, type IconNode, Info, Undo2, User } from 'lucide'
import { Fragment } from 'react'
import { Badge } from '@/components/ui/badge'
import { NewerRow, type Since } from '@/components/ui/newer-line'
import { PickCell, type PickHead, PickName, PickRow, PickTable } from '@/components/ui/pick-table'
import { relativeTime } from '@/components/ui/relative-time'
import { useNow } from '@/components/ui/use-now'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { type HintKind, lookAt } from '@/lib/refunds/look-at'
import { describeBuyer, describePlace, isOverdue, type QueuedRefund } from '@/lib/refunds/refund'
import { columnOf, type RefundColumn, type RefundFilter, type RefundSort, sortOf } from '@/lib/refunds/refund-filter'
import { RefundStateWord } from './refund-state'

const grid = cn(
  'grid items-center gap-x-3 gap-y-0.5 px-4 grid-cols-[minmax(0,1fr)_auto]',
  'sm:grid-cols-[3.75rem_minmax(0,1fr)_8.5rem_7.5rem] lg:grid-cols-[3.5rem_minmax(0,1.5fr)_minmax(0,1.1fr)_minmax(6rem,0.95fr)_minmax(0,0.8fr)_9.25rem_6.5rem]',
)

type Props = {
  refunds: readonly QueuedRefund[]
  /** Of a list that a number opened: how many of the requests came later. They're the first. */
  since: Since | undefined
  filter: RefundFilter
  selected: string | null
  onSelect: (id: string) => void
  onSort: (sort: RefundSort | null) => void
}

const columns: { label: string; sort?: RefundColumn; className?: string }[] = [
  { label: 'Age', sort: 'age' },
  { label: 'Buyer', sort: 'buyer' },
  { label: 'Product', sort: 'product', className: 'max-lg:hidden' },
  { label: 'Provider', sort: 'provider', className: 'max-lg:hidden' },
  { label: 'Asked by', sort: 'person', className: 'max-lg:hidden' },
  { label: 'Look at' },
  { label: 'Amount', sort: 'amount', className: 'flex justify-end' },
]

/** The requests, a row each: how long ago, whose, what for, where it was paid, who asked, what there is to look at, how much. */
export function RefundList({ refunds, since, filter, selected, onSelect, onSort }: Props) {
  const current = sortOf(filter)
  const heads = columns.map(({ label, sort, className }): PickHead => {
    const head = { label: label === 'Look at' && filter.state !== 'waiting' ? 'State' : label, ...(className && { className }) }
    if (sort === undefined) return head
    const isSorted = columnOf(current) === sort
    const sorted = current.startsWith('-') ? ('descending' as const) : ('ascending' as const)
    return { ...head, sorted: isSorted ? sorted : undefined, onSort: () => onSort(next(sort, current)) }
  })
  return (
    <PickTable label="Refund requests" heads={heads} grid={grid}>
      {refunds.map((refund, place) => (
        <Fragment key={refund.id}>
          {since?.count === place && <NewerRow since={since} />}
          <Row refund={refund} isSelected={refund.id === selected} onSelect={() => onSelect(refund.id)} />
        </Fragment>
      ))}
      {since?.count === refunds.length && <NewerRow since={since} />}
    </PickTable>
  )
}

/** Texts begin with A, ages and amounts with the greatest. A second press turns it round. */
function next(column: RefundColumn, current: RefundSort): RefundSort {
  const first: RefundSort = column === 'age' || column === 'amount' ? `-${column}` : column
  if (current !== first) return first
  return first === column ? `-${column}` : column
}

function Row({ refund, isSelected, onSelect }: { refund: QueuedRefund; isSelected: boolean; onSelect: () => void }) {
  const now = useNow() ?? 0
  const { charge, amount, currency, state } = refund
  const age = now === 0 ? '' : relativeTime(Date.parse(refund.askedAt), now).replace(/ ago$/, '')
  return (
    <PickRow isPicked={isSelected} grid={grid}>
      <PickCell className="whitespace-nowrap text-ink-2 tabular-nums max-sm:order-4 max-sm:text-right max-sm:text-meta max-sm:text-muted">
        {age}
      </PickCell>
      <PickName row={refund.id} isPicked={isSelected} onPick={onSelect} className="max-sm:order-1">
        {describeBuyer(refund)}
      </PickName>
      <PickCell className="sm:line-clamp-2 sm:leading-4 sm:max-lg:hidden max-sm:order-3 max-sm:text-meta max-sm:text-muted">
        {charge.products.join(', ') || 'Unnamed product'}
      </PickCell>
      <PickCell className="wrap-break-word text-ink-2 leading-4 max-lg:hidden">
        <WithBreaks words={charge.provider ?? describePlace(charge)} />
      </PickCell>
      <PickCell className="truncate text-ink-2 max-lg:hidden">{refund.mine ? 'you' : refund.person}</PickCell>
      <PickCell className="flex flex-wrap items-center gap-1 max-sm:order-5 max-sm:col-span-2">
        {state === 'waiting' ? (
          <LookAt refund={refund} now={now} />
        ) : (
          <RefundStateWord state={state} inFile={refund.batchId !== null} />
        )}
      </PickCell>
      <PickCell className="whitespace-nowrap text-right font-semibold tabular-nums max-sm:order-2">
        {formatAmount(amount)} <small className="inline-block w-7.5 text-left font-normal text-ink-2 text-meta">{currency}</small>
      </PickCell>
    </PickRow>
  )
}

/** A name without blanks goes on in a second line where it has a joint, not within a word. */
const WithBreaks = ({ words }: { words: string }) =>
  words.split(/(?<=[_./-])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may hold a piece twice, and its pieces never change places.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))

const icons: Partial<Record<HintKind, IconNode>> = { equal: CopyCheck, buyer: User, card: CreditCard, doubt: Info, failed: Undo2 }

/** The most telling of what there is to look at; the panel says the rest. */
function LookAt({ refund, now }: { refund: QueuedRefund; now: number }) {
  const [first, ...more] = lookAt(refund)
  if (!first) return isOverdue(refund, now) && now > 0 ? <Badge kind="deferred">over 24 hours</Badge> : null
  const icon = icons[first.kind]
  return (
    <>
      <Badge kind={first.kind === 'failed' ? 'declined' : 'deferred'} {...(icon && { icon })}>
        {first.words}
      </Badge>
      {more.length > 0 && (
        <span className="text-meta text-muted" aria-hidden>
          +{more.length}
        </span>
      )}
    </>
  )
}
