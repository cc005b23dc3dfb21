import { useContext } from 'react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Ident } from '@/components/ui/ident'
import { State } from '@/components/ui/state'
import type { Attempt } from '@/lib/charges/attempts'
import { declineWords } from '@/lib/charges/decline-words'
import { methodKind, methodWords } from '@/lib/charges/payment-method-words'
import { familyKinds } from '@/lib/charges/status'
import { cn } from '@/lib/core/cn'
import { dayWords, serviceTime } from '@/lib/core/dates'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { ChargeVerbsContext } from './charge-verbs'
import { RungDot } from './rung-dot'

export function AttemptRung({ rung: { charge, family, joined }, order }: { rung: Attempt; order: Order }) {
  const kind = familyKinds[family]
  const verbs = useContext(ChargeVerbsContext)
  const at = serviceTime(charge.createdAt)
  const otherDay = at !== null && at.day !== serviceTime(order.createdAt)?.day
  return (
    <li className={cn(rungGrid, 'relative py-1.75 not-first:border-t')}>
      <RungDot kind={kind} joined={joined} />
      <span className="max-sm:font-medium">{charge.target ?? '–'}</span>
      <span className="text-meta text-muted tabular-nums max-sm:col-start-3 max-sm:row-start-3 max-sm:text-right">
        {at ? `${at.time}${at.zone}` : (charge.createdAt ?? '–')}
        {otherDay && <span className="block">{dayWords(at.day)}</span>}
      </span>
      <span className="min-w-0 wrap-anywhere max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-2">
        <span className="block">{methodWords(charge.paymentMethod)}</span>
        <span className="block text-meta text-muted">{asidesOf(charge, family).join(' · ')}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
          <span className="inline-flex items-center gap-1">
            charge <Ident value={charge.chargeId} align="start" />
          </span>
          {charge.providerTransaction !== null && (
            <span className="inline-flex min-w-0 items-center gap-1">
              provider <Ident value={charge.providerTransaction} align="start" />
            </span>
          )}
        </span>
        {family === 'received' && verbs?.(order.orderId, charge.chargeId)}
      </span>
      <span className="max-sm:col-start-3 max-sm:row-start-1">
        <Amount
          value={charge.amount}
          currency={order.currency}
          usd={charge.amountInUsd}
          received={family === 'received'}
          column
        />
      </span>
      <span className="justify-self-end max-sm:col-start-3 max-sm:row-start-2">
        {family === 'received' ? (
          <State kind="settled">{charge.status}</State>
        ) : (
          <Badge kind={kind} raw={family === 'other'}>
            {charge.status}
          </Badge>
        )}
      </span>
    </li>
  )
}

function asidesOf(charge: Attempt['charge'], family: Attempt['family']): string[] {
  const reason = family === 'lost' ? declineWords(charge) : ''
  const code = charge.code === null ? '' : `code ${charge.code}`
  const isCard = methodKind(charge.paymentMethod?.type ?? null) === 'card'
  return [
    [charge.provider, charge.mid].filter(Boolean).join(' / '),
    charge.descriptor ?? '',
    !isCard || charge.has3ds === null ? '' : charge.has3ds ? '3-D Secure' : 'no 3-D Secure',
    reason,
    code === reason ? '' : code,
  ].filter((words) => words !== '')
}

/** Columns of the ladder: dot, target, time, method, amount, status. On the phone a rung is two columns beside its dot. */
export const rungGrid =
  'grid items-center gap-x-2.5 pr-3 pl-2.5 grid-cols-[1.25rem_minmax(0,1fr)_auto] sm:grid-cols-[1.25rem_4rem_3.5rem_minmax(0,1fr)_minmax(6rem,auto)_5.5rem]'
