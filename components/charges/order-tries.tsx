import { useContext } from 'react'
import { Amount } from '@/components/ui/amount'
import type { Attempt } from '@/lib/charges/attempts'
import { factsOf } from '@/lib/charges/order-facts'
import { attemptLine } from '@/lib/charges/outcome'
import { methodName } from '@/lib/charges/payment-method-words'
import { familyKinds } from '@/lib/charges/status'
import { cn } from '@/lib/core/cn'
import { serviceTime } from '@/lib/core/dates'
import { ordinal } from '@/lib/core/ordinal'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { ChargeNewsContext, type ChosenCharge } from './charge-verbs'
import { ChosenBadge, chosenLook } from './chosen-badge'
import { dotLooks } from './rung-dot'

/** So many of the latest attempts show under a closed order. */
const maxShown = 5

/** The attempts of an order in short, under its closed row. The chosen one is among them, however early it was. */
export function OrderTries({ order, chosen }: { order: Order; chosen: ChosenCharge | null }) {
  const { attempts } = factsOf(order)
  const place = attempts.findIndex(({ charge }) => charge.chargeId === chosen?.chargeId)
  const earlier = Math.min(attempts.length - maxShown, place === -1 ? attempts.length : place)
  if (attempts.length === 0) return null
  return (
    <div className="relative pb-2.5 text-table">
      <span aria-hidden className="absolute -top-3 bottom-6 left-[1.59rem] border-line-strong border-l" />
      {earlier > 0 && (
        <p className="pl-12 text-meta/7 text-muted">
          {earlier} earlier {earlier === 1 ? 'attempt' : 'attempts'}, in the opened order
        </p>
      )}
      <ol aria-label={`Order ${order.orderId}, attempt by attempt`}>
        {attempts.slice(Math.max(0, earlier)).map((attempt) => (
          <Try
            key={attempt.charge.chargeId}
            attempt={attempt}
            order={order}
            chosen={attempt.charge.chargeId === chosen?.chargeId ? chosen : null}
          />
        ))}
      </ol>
    </div>
  )
}

type TryProps = { attempt: Attempt; order: Order; chosen: ChosenCharge | null }

function Try({ attempt, order, chosen }: TryProps) {
  const { charge, family } = attempt
  const { received } = factsOf(order).charges
  const rank = family === 'received' && received.length > 1 ? `${ordinal(received.indexOf(charge) + 1)} charge, ` : ''
  const time = serviceTime(charge.createdAt)
  const since = useContext(ChargeNewsContext)?.(charge.chargeId)
  return (
    <li
      aria-current={chosen ? 'true' : undefined}
      className={cn(
        'grid min-h-7 items-center gap-x-3 pr-3 pl-4 text-ink-2',
        'row-narrow:min-h-11 row-narrow:grid-cols-[1.25rem_minmax(0,1fr)_auto] row-narrow:gap-x-2.5 row-narrow:py-1',
        'row-wide:grid-cols-[1.25rem_5.5rem_minmax(5.5rem,1fr)_minmax(min-content,13.5rem)_minmax(6.5rem,auto)_1rem]',
        chosen && chosenLook,
      )}
    >
      <span
        aria-hidden
        className={cn('z-1 size-2 justify-self-center border-2 row-narrow:row-start-1', dotLooks[familyKinds[family]])}
      />
      <span className="text-meta text-muted tabular-nums row-narrow:col-start-2 row-narrow:row-start-2">
        {time ? `${time.time}${time.zone}` : (charge.createdAt ?? '–')}
      </span>
      <span className="truncate row-narrow:col-start-2 row-narrow:row-start-1">
        {rank}
        {[methodName(charge.paymentMethod), charge.provider].filter(Boolean).join(' at ')}
      </span>
      <span className="flex min-w-0 items-center gap-1.5 row-narrow:col-start-2 row-narrow:col-end-4 row-narrow:row-start-2 row-narrow:justify-self-end row-narrow:pl-14 row-narrow:text-meta">
        {chosen ? !since && <ChosenBadge chosen={chosen} /> : <span className="truncate">{attemptLine(attempt)}</span>}
        {since}
      </span>
      <Amount
        value={charge.amount}
        currency={charge.currency ?? order.currency}
        received={family === 'received'}
        column
        className="row-narrow:col-start-3 row-narrow:row-start-1"
      />
    </li>
  )
}
