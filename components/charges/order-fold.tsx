import { ChevronRight } from 'lucide'
import Link from 'next/link'
import { type ReactNode, useContext, useEffect } from 'react'
import { ReplyText } from '@/components/replies/reply-text'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { isForKeys } from '@/components/ui/is-for-keys'
import { Kbd } from '@/components/ui/kbd'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { allFieldsOf } from '@/lib/charges/all-fields'
import type { Attempt } from '@/lib/charges/attempts'
import { counterfoilsOf } from '@/lib/charges/counterfoil'
import { factsOf } from '@/lib/charges/order-facts'
import { whatHappened } from '@/lib/charges/what-happened'
import { whatToTell } from '@/lib/charges/what-to-tell'
import { actionOfOrder } from '@/lib/operations/create-initial-order/order-mark'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { AttemptRung, rungGrid } from './attempt-rung'
import { OrderRefundsContext, OrdersContext } from './charge-verbs'
import { CounterfoilCard } from './counterfoil'
import { OrderLines } from './order-lines'
import { useAskedOrder } from './use-order-filter'

/** The unfolded order: what happened, what is handed out about it, its attempts, what to reply, how the amount came about, and all that is left. */
export function OrderFold({ order, marked = null, isLit = false }: { order: Order; marked?: string | null; isLit?: boolean }) {
  const facts = factsOf(order)
  const { attempts } = facts
  const foils = counterfoilsOf(order)
  const all = useContext(OrdersContext)
  const refunds = useContext(OrderRefundsContext)
  return (
    <div className="relative grid gap-4 pt-1 pr-4 pb-4 pl-12 max-sm:px-3">
      <span aria-hidden className="absolute -top-3 bottom-4 left-[1.59rem] border-line-strong border-l max-sm:hidden" />
      <Part title="What happened" beside={isLit && <ClearMark />}>
        <p className="max-w-[90ch] text-pretty text-body wrap-anywhere">{whatHappened(facts, refunds?.get(order.orderId))}</p>
      </Part>
      {foils.length > 0 && (
        <Part title={foils.length === 1 ? 'Counterfoil to hand out' : 'Counterfoils to hand out'}>
          <div className="grid gap-2">
            {foils.map((foil) => (
              <CounterfoilCard key={foil.chargeId} foil={foil} orderId={order.orderId} />
            ))}
          </div>
        </Part>
      )}
      {attempts.length > 0 && (
        <Part title="Attempts">
          <AttemptLadder attempts={attempts} order={order} marked={marked} />
        </Part>
      )}
      <Part title="What to tell the customer">
        {refunds === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ReplyText parts={whatToTell(facts, all, refunds.get(order.orderId)?.reply)} />
        )}
      </Part>
      <Part title="Lines and tax">
        <OrderLines order={order} />
      </Part>
      <AllFields order={order} />
      <MadeHere actionId={actionOfOrder(order.metaData)} />
    </div>
  )
}

/** Takes away the mark of what somebody asked for; the order stays open. */
function ClearMark() {
  const { forget } = useAskedOrder()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && isForKeys(event)) forget()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <span className="ml-auto flex items-center gap-1.5">
      <Button size="tiny" variant="quiet" onClick={forget}>
        Clear mark
      </Button>
      <Kbd>Esc</Kbd>
    </span>
  )
}

function Part({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-center gap-2">
        <h4 className="font-medium text-meta text-muted">{title}</h4>
        {beside}
      </div>
      {children}
    </div>
  )
}

/** Whatever the service gave, for what nobody asks often. */
function AllFields({ order }: { order: Order }) {
  return (
    <details className="group rounded-control border text-table">
      <summary className="flex min-h-8 items-center gap-2 px-3 font-medium text-ink-2">
        <Icon of={ChevronRight} size={14} className="text-muted transition-transform duration-fast group-open:rotate-90" />
        All fields
      </summary>
      <div className="grid gap-4 border-t px-3 py-3">
        {allFieldsOf(order).map(({ title, fields }) => (
          <div key={title}>
            <h5 className="mb-1 font-medium" dir="auto">
              {title}
            </h5>
            <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 md:grid-cols-[8.5rem_minmax(0,1fr)_8.5rem_minmax(0,1fr)]">
              {fields.map(({ term, says }) => (
                <div key={term} className="contents">
                  <dt className="text-muted wrap-anywhere">{term}</dt>
                  <dd className="wrap-anywhere" dir="auto">
                    {says}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </details>
  )
}

/** An order carries the id of the action that made it, so it's recognised when it's paid even if the answer was lost. */
function MadeHere({ actionId }: { actionId: string | null }) {
  if (actionId === null) return null
  return (
    <p className="text-meta text-muted">
      From a payment link created here.{' '}
      <Link href={`/journal?entry=${actionId}`} prefetch={false} className="text-accent underline">
        Open its journal entry
      </Link>
    </p>
  )
}

/** The attempts of an order in the order they were made. */
function AttemptLadder({ attempts, order, marked }: { attempts: readonly Attempt[]; order: Order; marked: string | null }) {
  return (
    <div className="rounded-control border bg-surface text-table">
      <div aria-hidden className={`${rungGrid} h-7 border-b font-medium text-meta text-muted max-sm:hidden`}>
        <span />
        <span>Target</span>
        <span>Time</span>
        <span>Method and provider (mid)</span>
        <span className="text-right">Amount</span>
        <span className="text-right">Status</span>
        <span />
      </div>
      <ol aria-label={`Attempts of order ${order.orderId}`}>
        {attempts.map((rung) => (
          <AttemptRung key={rung.charge.chargeId} rung={rung} order={order} isMarked={rung.charge.chargeId === marked} />
        ))}
      </ol>
    </div>
  )
}
