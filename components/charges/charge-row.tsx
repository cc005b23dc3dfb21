import { ChevronRight } from 'lucide-react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { StateNode } from '@/components/ui/state-node'
import { factsOf, shownAmount } from '@/lib/charges/order-facts'
import { outcomeOf } from '@/lib/charges/outcome'
import { cn } from '@/lib/cn'
import { serviceTime } from '@/lib/dates'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { methodName } from '@/lib/payment-method-words'
import { chargeGrid } from './charge-grid'

type Props = { order: Order; isOpen: boolean; foldId: string; onToggle: () => void }

/** One line for people who compare many: what the buyer's page tells in two is in columns here. */
export function ChargeRow({ order, isOpen, foldId, onToggle }: Props) {
  const facts = factsOf(order)
  const outcome = outcomeOf(facts)
  const { amount, usd, received } = shownAmount(facts)
  const charge = facts.charges.received[0] ?? facts.ladder.at(-1)?.charge
  const time = serviceTime(order.createdAt)
  const times = facts.charges.received.length
  return (
    <button
      type="button"
      data-order-row
      aria-expanded={isOpen}
      aria-controls={isOpen ? foldId : undefined}
      onClick={onToggle}
      className={cn(chargeGrid, 'min-h-13 w-full py-1.5 text-left text-table hover:bg-hover focus-visible:-outline-offset-2')}
    >
      <StateNode kind={outcome.kind} />
      <span className="tabular-nums max-md:col-start-2 max-md:row-start-2 max-md:text-meta">
        {time ? time.day : (order.createdAt ?? '–')}{' '}
        <span className="text-muted md:block md:text-meta">{time && `${time.time}${time.zone}`}</span>
      </span>
      <span className="min-w-0 max-md:col-start-2 max-md:row-start-1">
        <bdi className="block truncate font-medium">{productOf(order)}</bdi>
        <span className="block truncate text-meta text-muted max-md:hidden">
          {order.type ?? '–'} · <span className="font-mono tracking-mono">{order.orderId}</span>
        </span>
      </span>
      <span className="min-w-0 max-lg:hidden">
        <span className="block truncate">{charge ? methodName(charge.paymentMethod) : '–'}</span>
        <span className="block truncate text-meta text-muted">
          {[charge?.provider, charge?.mid].filter(Boolean).join(' / ') || '–'}
        </span>
      </span>
      <span className="min-w-0 max-md:col-start-3 max-md:row-start-2 max-md:justify-self-end max-md:text-meta">
        <span className="flex items-center gap-1.5">
          {outcome.badge === null ? (
            <span className="min-w-0 truncate">{outcome.words}</span>
          ) : (
            <Badge kind={outcome.kind} raw={outcome.kind === 'neutral'} className="max-w-full truncate">
              {outcome.badge}
            </Badge>
          )}
          {times > 1 && <Badge kind="deferred" raw>{`${times}×`}</Badge>}
        </span>
        <span className="block truncate text-meta text-muted max-md:hidden">
          {outcome.badge === null ? outcome.note : outcome.words}
        </span>
      </span>
      <span className="max-md:col-start-3 max-md:row-start-1">
        <Amount value={amount} currency={order.currency} usd={usd} received={received} column />
      </span>
      <span className={cn('text-faint transition-transform duration-fast max-md:hidden', isOpen && 'rotate-90 text-ink-2')}>
        <Icon of={ChevronRight} size={14} />
      </span>
    </button>
  )
}

function productOf({ products, orderId }: Order): string {
  const [first, ...others] = products.map(({ name, code }) => name ?? code).filter((name) => name !== null)
  if (first === undefined) return `Order ${orderId}`
  return others.length > 0 ? `${first} and ${others.length} more` : first
}
