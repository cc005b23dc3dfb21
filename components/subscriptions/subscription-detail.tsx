import { type IconNode, Snowflake } from 'lucide'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import type { Clock } from '@/components/ui/use-clock'
import type { LastPaid, NotPaid } from '@/lib/charges/last-paid'
import { cn } from '@/lib/core/cn'
import { formatDay } from '@/lib/core/dates'
import type { Stamp, Stamps } from '@/lib/knowledge/known'
import { formatClock, oldestOf } from '@/lib/knowledge/stamp-words'
import { describeAutocharge, describeDate, describeEnd, formatDuration } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { Dated } from './dated'
import { Aged, StatusBadge, StatusHistory } from './subscription-parts'

type Props = {
  subscription: Subscription
  /** Whether each known token of the buyer is enabled. */
  enabled: readonly (boolean | null)[]
  /** The fields that may be otherwise by now: nothing is said of them. */
  unconfirmed: readonly string[]
  /** The last payment, or what to say instead. */
  lastPaid: LastPaid | NotPaid
  clock: Clock
  stamps?: Stamps | undefined
}

/** All that is known of a subscription, each fact with its age. */
export function SubscriptionDetail({ subscription, enabled, unconfirmed, lastPaid, clock, stamps = {} }: Props) {
  const { id, product, status, startDate, endDate, autoChargeStatus, freezeDetails, isManual } = subscription
  const { now, zone } = clock
  const autocharge = describeAutocharge(subscription, enabled, clock)
  const seen = oldestOf([stamps.status, stamps.endDate, stamps.autoChargeStatus])
  const paid = 'amount' in lastPaid ? lastPaid : null
  const source = (field: string) => ({ stamp: stamps[field], clock, isUnconfirmed: unconfirmed.includes(field) })
  return (
    <div className="border-t bg-surface">
      <div className="flex flex-wrap items-center gap-2 px-4 pt-2.5 text-meta text-muted">
        {unconfirmed.includes('status') ? <Badge kind="unconfirmed">unconfirmed</Badge> : <StatusBadge status={status} />}
        {product?.code && <span className="font-mono tracking-mono">{product.code}</span>}
        {product?.isTrial && <Badge kind="plain">trial</Badge>}
        {isManual && <Badge kind="plain">created manually</Badge>}
        <span className="ml-auto inline-flex items-center gap-2">
          {seen && <span className="whitespace-nowrap tabular-nums">as of {formatClock(Date.parse(seen.at), now, zone)}</span>}
          <Ident value={id} align="end" />
        </span>
      </div>
      <div className="grid grid-cols-2 md:grid-cols-[0.8fr_0.9fr_1fr_1fr]">
        {status === 'frozen' ? (
          <Fact
            {...source('freezeDetails')}
            label="Frozen until"
            icon={Snowflake}
            note={describeDate(freezeDetails?.unfreezeAt ?? null, now, zone)?.words}
          >
            <Dated iso={freezeDetails?.unfreezeAt ?? null} clock={clock} />
          </Fact>
        ) : (
          <Fact {...source('startDate')} label="Started" note={formatDuration(product) && `${formatDuration(product)} per term`}>
            <Dated iso={startDate} clock={clock} />
          </Fact>
        )}
        <Fact {...source('endDate')} label="End date" note={describeEnd(subscription, now, zone) ?? (endDate === null && learn)}>
          <Dated iso={endDate} clock={clock} dayOnly={stamps.endDate?.typed} />
        </Fact>
        <Fact {...source('autoChargeStatus')} label="Autocharge" note={autocharge.note ?? (autoChargeStatus === null && learn)}>
          {autocharge.value}
        </Fact>
        <Fact
          clock={clock}
          isUnconfirmed={unconfirmed.includes('product')}
          label="Plan"
          note={'amount' in lastPaid ? `last paid${lastPaid.day ? ` ${formatDay(lastPaid.day)}` : ''}` : lastPaid.words}
        >
          <Amount value={paid?.amount} currency={paid?.currency} received />
        </Fact>
      </div>
      <StatusHistory entries={subscription.statusInfo} clock={clock} />
    </div>
  )
}

const learn = 'unknown until the service answers an action here'

type FactProps = {
  label: string
  icon?: IconNode
  note?: ReactNode
  /** Age and source of the fact, shown at its label. */
  stamp?: Stamp | undefined
  clock: Clock
  /** Something was sent that may have changed it. */
  isUnconfirmed?: boolean
  children: ReactNode
}

/** A fact and a note on it, in one column. */
function Fact({ label, icon, note, stamp, clock, isUnconfirmed = false, children }: FactProps) {
  return (
    <div
      className={cn(
        'flex min-w-0 flex-col gap-0.5 px-4 pt-2.5 pb-3 even:border-l max-md:nth-[n+3]:border-t md:not-first:border-l',
        isUnconfirmed && 'bg-hatch-wide',
      )}
    >
      <span className="flex items-center gap-1 text-meta text-muted">
        {icon && <Icon of={icon} size={12} />}
        <Aged stamp={stamp} clock={clock}>
          {label}
        </Aged>
        {stamp?.typed && <Badge kind="plain">typed</Badge>}
      </span>
      <span className="flex min-h-5 items-center gap-1.5 font-medium text-body tabular-nums">
        {isUnconfirmed ? <Badge kind="unconfirmed">unconfirmed</Badge> : children}
      </span>
      <span className="min-h-4 text-meta text-muted tabular-nums">{!isUnconfirmed && note}</span>
    </div>
  )
}
