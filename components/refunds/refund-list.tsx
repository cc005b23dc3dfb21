import { CopyCheck, CreditCard, type IconNode, Info, Undo2, User } from 'lucide'
import { Badge } from '@/components/ui/badge'
import { relativeTime } from '@/components/ui/relative-time'
import { useNow } from '@/components/ui/use-now'
import { cn } from '@/lib/core/cn'
import { formatAmount } from '@/lib/core/money'
import { buyerWords, isOverdue, placeWords, type QueuedRefund, type RefundState } from '@/lib/refunds/refund'
import { type HintKind, lookAt } from '@/lib/refunds/refund-hints'
import { RefundStateWord } from './refund-state'

const grid = cn(
  'grid items-center gap-x-3 gap-y-0.5 px-4 grid-cols-[minmax(0,1fr)_auto]',
  'sm:grid-cols-[3.75rem_minmax(0,1fr)_8.5rem_7rem] lg:grid-cols-[3.75rem_minmax(0,1.2fr)_minmax(0,1.1fr)_minmax(0,0.9fr)_minmax(0,0.8fr)_8.5rem_7rem]',
)

type Props = {
  refunds: readonly QueuedRefund[]
  state: RefundState | null
  selected: string | null
  onSelect: (id: string) => void
}

/** The requests, a row each: how long ago, whose, what for, where it was paid, who asked, what there is to look at, how much. */
export function RefundList({ refunds, state, selected, onSelect }: Props) {
  return (
    <>
      <div aria-hidden className={cn(grid, 'h-8 border-b font-medium text-meta text-muted max-sm:hidden')}>
        <span>Age</span>
        <span>Buyer</span>
        <span className="max-lg:hidden">Product</span>
        <span className="max-lg:hidden">Provider</span>
        <span className="max-lg:hidden">Asked by</span>
        <span>{state === 'waiting' ? 'Look at' : 'State'}</span>
        <span className="text-right">Amount</span>
      </div>
      <ul className="divide-y">
        {refunds.map((refund) => (
          <Row key={refund.id} refund={refund} isSelected={refund.id === selected} onSelect={() => onSelect(refund.id)} />
        ))}
      </ul>
    </>
  )
}

function Row({ refund, isSelected, onSelect }: { refund: QueuedRefund; isSelected: boolean; onSelect: () => void }) {
  const now = useNow() ?? 0
  const { charge, amount, currency, state } = refund
  const age = now === 0 ? '' : relativeTime(Date.parse(refund.askedAt), now).replace(/ ago$/, '')
  return (
    <li
      className={cn(
        'relative hover:bg-hover',
        isSelected && 'bg-selected shadow-[inset_2px_0_0_var(--accent)] hover:bg-selected',
      )}
    >
      <div className={cn(grid, 'min-h-row text-table max-sm:py-2.5')}>
        <span className="whitespace-nowrap text-ink-2 tabular-nums max-sm:order-4 max-sm:text-right max-sm:text-meta max-sm:text-muted">
          {age}
        </span>
        <button
          type="button"
          data-refund={refund.id}
          aria-pressed={isSelected}
          onClick={onSelect}
          className="min-w-0 truncate text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 focus-visible:after:outline-solid max-sm:order-1"
        >
          {buyerWords(refund)}
        </button>
        <span className="truncate sm:max-lg:hidden max-sm:order-3 max-sm:text-meta max-sm:text-muted">
          {charge.products.join(', ') || 'Unnamed product'}
        </span>
        <span className="truncate text-ink-2 max-lg:hidden">{charge.provider ?? placeWords(charge)}</span>
        <span className="truncate text-ink-2 max-lg:hidden">{refund.mine ? 'you' : refund.person}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-1 max-sm:order-5 max-sm:col-span-2">
          {state === 'waiting' ? (
            <LookAt refund={refund} now={now} />
          ) : (
            <RefundStateWord state={state} inFile={refund.batchId !== null} />
          )}
        </span>
        <span className="text-right font-semibold tabular-nums max-sm:order-2">
          {formatAmount(amount)}{' '}
          <small className="inline-block w-7.5 text-left font-normal text-ink-2 text-meta">{currency}</small>
        </span>
      </div>
    </li>
  )
}

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
