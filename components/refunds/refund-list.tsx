import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { useNow } from '@/components/ui/use-now'
import { useRowKeys } from '@/components/ui/use-row-keys'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { isOverdue, placeWords, type QueuedRefund } from '@/lib/refunds/refund'
import { RefundStateWord } from './refund-state'

const grid =
  'grid items-center gap-x-3 px-4 grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[5.5rem_minmax(0,1.5fr)_minmax(0,1fr)_7rem_7.5rem]'

type Props = { refunds: readonly QueuedRefund[]; opened: string | null; onOpen: (id: string) => void }

/** The queue, a row each: how long it waits, whose it is, what there is to look at, how it stands. */
export function RefundList({ refunds, opened, onOpen }: Props) {
  const now = useNow() ?? 0
  useRowKeys('[data-refund]')
  return (
    <>
      <div aria-hidden className={cn(grid, 'h-8 border-b font-medium text-meta text-muted max-sm:hidden')}>
        <span>Asked</span>
        <span>Buyer, provider</span>
        <span>Requested by, ticket</span>
        <span>State</span>
        <span className="text-right">Amount</span>
      </div>
      <ul className="divide-y">
        {refunds.map((refund) => (
          <li key={refund.id} className={cn('relative hover:bg-hover', refund.id === opened && 'bg-selected hover:bg-selected')}>
            <div className={cn(grid, 'min-h-13 py-1.5 text-table')}>
              <span className="text-meta text-muted max-sm:order-5 max-sm:col-span-2">
                <Time at={refund.askedAt} focusable={false} align="start" />
              </span>
              <span className="min-w-0 max-sm:order-1">
                <button
                  type="button"
                  data-refund={refund.id}
                  aria-pressed={refund.id === opened}
                  onClick={() => onOpen(refund.id)}
                  className="block max-w-full truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid"
                >
                  {refund.charge.buyer ?? `buyer ${refund.buyerId.slice(0, 8)}…${refund.buyerId.slice(-4)}`}
                </button>
                <span className="block truncate text-meta text-muted">{placeWords(refund.charge)}</span>
              </span>
              <span className="min-w-0 max-sm:order-3">
                <span className="block truncate">{refund.mine ? 'you' : refund.person}</span>
                <span className="block truncate text-meta text-muted">{refund.ticket ?? 'no ticket'}</span>
              </span>
              <span className="max-sm:order-4 max-sm:justify-self-end">
                <RefundStateWord state={refund.state} overdue={isOverdue(refund, now)} inFile={refund.batchId !== null} />
              </span>
              <span className="text-right font-semibold tabular-nums max-sm:order-2">
                {formatAmount(refund.amount)}{' '}
                <small className="inline-block w-7.5 text-left font-normal text-ink-2 text-meta">{refund.currency}</small>
              </span>
            </div>
            <Aside refund={refund} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** What there is to look at before it is decided. */
function Aside({ refund: { state, charge, earlier, steps } }: { refund: QueuedRefund }) {
  const failed = state === 'waiting' && steps.some(({ kind }) => kind === 'failed')
  const doubts = charge.doubts.length
  if (state !== 'waiting' || (doubts === 0 && earlier === 0 && !failed)) return null
  return (
    <p className="flex flex-wrap gap-1.5 px-4 pb-2 sm:pl-26.5">
      {failed && <Badge kind="declined">failed earlier</Badge>}
      {doubts > 0 && <Badge kind="deferred">{doubts === 1 ? '1 thing to check' : `${doubts} things to check`}</Badge>}
      {earlier > 0 && <Badge kind="plain">{earlier === 1 ? '1 earlier refund' : `${earlier} earlier refunds`}</Badge>}
    </p>
  )
}
