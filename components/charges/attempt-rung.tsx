import { Check, Copy } from 'lucide'
import { useContext, useEffect, useRef } from 'react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { CopyStatus } from '@/components/ui/copy-button'
import { Menu } from '@/components/ui/menu'
import { MenuItem } from '@/components/ui/menu-item'
import { State } from '@/components/ui/state'
import { Unbroken } from '@/components/ui/unbroken'
import { useCopy } from '@/components/ui/use-copy'
import type { Attempt } from '@/lib/charges/attempts'
import { describeDecline } from '@/lib/charges/decline-words'
import { describeMethod, methodKind } from '@/lib/charges/payment-method-words'
import { familyKinds } from '@/lib/charges/status'
import { cn } from '@/lib/core/cn'
import { formatDay, serviceTime } from '@/lib/core/dates'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { ChargeVerbsContext, ChosenChargeContext } from './charge-verbs'
import { ChosenBadge, chosenLook } from './chosen-badge'
import { RungDot } from './rung-dot'

type Props = {
  rung: Attempt
  order: Order
  /** Somebody asked for this charge, or guided steps are about it. */
  isMarked: boolean
}

export function AttemptRung({ rung: { charge, family, joined }, order, isMarked }: Props) {
  const kind = familyKinds[family]
  const verbs = useContext(ChargeVerbsContext)
  const chosen = useContext(ChosenChargeContext)
  const rung = useRef<HTMLLIElement>(null)
  const isAsked = isMarked && chosen === null
  useEffect(() => {
    if (isAsked) rung.current?.scrollIntoView({ block: 'nearest' }) // its order is at the top, and may be long
  }, [isAsked])
  const at = serviceTime(charge.createdAt)
  const otherDay = at !== null && at.day !== serviceTime(order.createdAt)?.day
  return (
    <li
      ref={rung}
      aria-current={isMarked ? 'true' : undefined}
      className={cn(rungGrid, 'relative scroll-mb-4 py-1.75 not-first:border-t', isMarked && chosenLook)}
    >
      <RungDot kind={kind} joined={joined} />
      <span className="max-sm:font-medium">{charge.target ?? '–'}</span>
      <span className="text-meta text-muted tabular-nums max-sm:col-start-3 max-sm:row-start-3 max-sm:text-right">
        {at ? `${at.time}${at.zone}` : (charge.createdAt ?? '–')}
        {otherDay && <span className="block">{formatDay(at.day)}</span>}
      </span>
      <span className="min-w-0 wrap-anywhere max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-2">
        <span className="block">{describeMethod(charge.paymentMethod)}</span>
        <span className="block text-meta text-muted">
          <Unbroken words={asidesOf(charge, family).join(' · ')} at={/((?:no )?3-D Secure)/} />
        </span>
        {chosen?.chargeId === charge.chargeId && <ChosenBadge chosen={chosen} />}
        {family === 'received' && verbs?.(order.orderId, charge.chargeId)}
      </span>
      <span className="max-sm:col-start-3 max-sm:row-start-1">
        <Amount
          value={charge.amount}
          currency={charge.currency ?? order.currency}
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
      <AttemptMenu charge={charge} />
    </li>
  )
}

/** The ids of an attempt, to be copied. */
function AttemptMenu({ charge }: { charge: Attempt['charge'] }) {
  const at = serviceTime(charge.createdAt)
  return (
    <span className="justify-self-end max-sm:col-start-3 max-sm:row-start-4">
      <Menu label={`More for the attempt of ${at ? at.time : 'an unknown time'}`}>
        <CopyItem value={charge.chargeId}>Copy charge id</CopyItem>
        {charge.providerTransaction !== null && <CopyItem value={charge.providerTransaction}>Copy provider id</CopyItem>}
      </Menu>
    </span>
  )
}

/** An id of the menu. It stays open, to say how the copy went. */
function CopyItem({ value, children }: { value: string; children: string }) {
  const [outcome, copy] = useCopy(value)
  const ends = value.length > 12 ? `${value.slice(0, 4)}…${value.slice(-4)}` : value
  return (
    <>
      <MenuItem icon={outcome === 'copied' ? Check : Copy} onSelect={copy} keepOpen>
        {outcome === 'failed' ? `Couldn’t copy. The value is ${value}` : children}{' '}
        <span className="ml-3 font-mono text-meta text-muted tracking-mono">{ends}</span>
      </MenuItem>
      <CopyStatus outcome={outcome} />
    </>
  )
}

function asidesOf(charge: Attempt['charge'], family: Attempt['family']): string[] {
  const reason = family === 'lost' ? describeDecline(charge) : ''
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

/** Columns of the ladder: dot, target, time, method, amount, status, menu. On the phone a rung is two columns beside its dot. */
export const rungGrid =
  'grid items-center gap-x-2.5 pr-1.5 pl-2.5 grid-cols-[1.25rem_minmax(0,1fr)_auto] sm:grid-cols-[1.25rem_4rem_3.5rem_minmax(0,1fr)_minmax(6rem,auto)_5.5rem_1.75rem]'
