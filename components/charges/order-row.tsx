import { ChevronRight } from 'lucide-react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { StateNode } from '@/components/ui/state-node'
import { factsOf, type OrderFacts, shownAmount } from '@/lib/charges/order-facts'
import { type Outcome, outcomeOf } from '@/lib/charges/outcome'
import { cn } from '@/lib/cn'
import { serviceTime } from '@/lib/dates'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { methodName } from '@/lib/payment-method-words'

type Props = { order: Order; isOpen: boolean; foldId: string; onToggle: () => void }

/** Two lines: what was bought and what became of it. State first, so that the left edge reads as a column of outcomes. */
export function OrderRow({ order, isOpen, foldId, onToggle }: Props) {
  const facts = factsOf(order)
  const outcome = outcomeOf(facts)
  const { amount, usd, received } = shownAmount(facts)
  const time = serviceTime(order.createdAt)
  return (
    <button
      type="button"
      data-order-row
      aria-expanded={isOpen}
      aria-controls={isOpen ? foldId : undefined}
      onClick={onToggle}
      className={cn(
        'grid min-h-13 w-full items-center gap-x-3 py-1.5 pr-3 pl-4 text-left text-table hover:bg-hover focus-visible:-outline-offset-2',
        'grid-cols-[1.5rem_minmax(0,1fr)_auto] max-sm:gap-x-2.5 max-sm:py-2.5',
        'sm:grid-cols-[1.5rem_3.625rem_minmax(0,1fr)_minmax(6.5rem,auto)_1rem]',
        'md:grid-cols-[1.5rem_3.625rem_minmax(0,1fr)_minmax(0,13.5rem)_minmax(7rem,auto)_1rem]',
      )}
    >
      <StateNode kind={outcome.kind} className="max-sm:self-start" />
      <span className="text-meta text-muted tabular-nums max-sm:hidden">
        {time ? `${time.time}${time.zone}` : (order.createdAt ?? '–')}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <ProductWords order={order} />
        </span>
        <span className="block truncate text-meta text-muted">
          {[order.type, order.orderId, methodOf(facts)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <OutcomeCell outcome={outcome} times={facts.charges.received.length} />
      <span className="max-md:row-start-1 max-md:row-span-2 max-sm:col-start-3 max-sm:self-start sm:max-md:col-start-4">
        <Amount value={amount} currency={order.currency} usd={usd} received={received} column />
      </span>
      <span
        className={cn(
          'text-faint transition-transform duration-fast max-md:row-start-1 max-md:row-span-2 max-sm:hidden sm:max-md:col-start-5 print:hidden',
          isOpen && 'rotate-90 text-ink-2',
        )}
      >
        <Icon of={ChevronRight} size={14} />
      </span>
    </button>
  )
}

// Expected outcomes are a plain word; only what needs a look is a badge, with the words on the second line.
function OutcomeCell({ outcome: { kind, words, badge, note }, times }: { outcome: Outcome; times: number }) {
  const isNew = kind === 'neutral' && badge !== null
  return (
    <span className="min-w-0 max-sm:col-start-2 sm:max-md:col-start-3">
      {badge === null ? (
        <span className="flex items-center gap-1.5">
          <span className="min-w-0 md:truncate">{words}</span>
          {times > 1 && <Badge kind="deferred" raw>{`${times}×`}</Badge>}
        </span>
      ) : (
        <Badge kind={kind} raw={isNew} className="max-w-full truncate">
          {badge}
        </Badge>
      )}
      <span className="block truncate text-meta text-muted">
        {badge === null ? note : isNew ? 'new value, not counted as received' : words}
      </span>
    </span>
  )
}

/** `Northwind Plus 1 month and 2 more`; a name is kept apart from our words, whatever direction it is written in. */
function ProductWords({ order: { products, orderId } }: { order: Order }) {
  const [first, ...others] = products.map(({ name, code }) => name ?? code).filter((name) => name !== null)
  if (first === undefined) return `Order ${orderId}`
  return (
    <>
      <bdi>{first}</bdi>
      {others.length > 0 && ` and ${others.length} more`}
    </>
  )
}

function methodOf({ charges, ladder }: OrderFacts): string | null {
  const told = charges.received[0] ?? ladder.at(-1)?.charge
  return told ? methodName(told.paymentMethod) : null
}
