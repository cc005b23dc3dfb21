import { Hourglass, type LucideIcon, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import type { Clock } from '@/components/ui/use-clock'
import type { LastPaid, NotPaid } from '@/lib/charges/last-paid'
import { cn } from '@/lib/core/cn'
import { dayWords } from '@/lib/core/dates'
import type { Stamp, Stamps } from '@/lib/knowledge/known'
import { agingWords, clockWords, oldestOf } from '@/lib/knowledge/stamp-words'
import {
  autochargeWords,
  datedWords,
  durationWords,
  endWords,
  outlookOn,
  subscriptionStatus,
} from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { Dated } from './dated'
import { Aged, StatusBadge, StatusHistory } from './subscription-parts'

/** What can be done to a subscription, beside the fact it changes. The page puts it in: this subject only shows what is known. */
export type SubscriptionVerbs = {
  /** Beside the heading: what is about all of them. */
  head?: ReactNode
  endDate: (subscription: Subscription) => ReactNode
  autocharge: (subscription: Subscription) => ReactNode
  /** At the end of the card's head. */
  menu: (subscription: Subscription) => ReactNode
  /** At the end of the row of one that is over. */
  endedMenu: (subscription: Subscription) => ReactNode
  /** Where none can be listed. */
  byId: ReactNode
}

type Props = {
  subscription: Subscription
  /** Whether each known token of the buyer is enabled. */
  enabled: readonly (boolean | null)[]
  /** The last payment, or what to say instead. */
  lastPaid: LastPaid | NotPaid
  clock: Clock
  verbs?: SubscriptionVerbs
  stamps?: Stamps | undefined
}

/** A subscription that is active or can be again: each fact with its age, and the verb that changes it. */
export function SubscriptionCard({ subscription, enabled, lastPaid, clock, verbs, stamps = {} }: Props) {
  const { id, product, status, startDate, endDate, autoChargeStatus, freezeDetails, isManual } = subscription
  const { now, zone } = clock
  const autocharge = autochargeWords(subscription, enabled, clock)
  const meaning = status === 'active' ? null : subscriptionStatus(status)?.meaning
  const seen = oldestOf([stamps.status, stamps.endDate, stamps.autoChargeStatus])
  const paid = 'amount' in lastPaid ? lastPaid : null
  const outlook = outlookOn(subscription, enabled)
  const aging = agingWords(subscription, { seen, paidOn: paid?.day ?? null, outlook, now, zone })
  const source = (field: string) => ({ stamp: stamps[field], clock })
  return (
    <Card as="article">
      <CardHead
        level={3}
        title={<bdi>{product?.name ?? 'Unknown product'}</bdi>}
        beside={
          <>
            {product?.code && <span className="font-mono text-meta text-muted tracking-mono max-lg:hidden">{product.code}</span>}
            <StatusBadge status={status} />
            {product?.isTrial && <Badge kind="plain">trial</Badge>}
            {isManual && <Badge kind="plain">created manually</Badge>}
          </>
        }
      >
        {seen && (
          <span className={cn('whitespace-nowrap text-meta tabular-nums max-sm:hidden', aging ? 'text-deferred' : 'text-muted')}>
            as of {clockWords(Date.parse(seen.at), now, zone)}
          </span>
        )}
        <Ident value={id} align="end" />
        {verbs?.menu(subscription)}
      </CardHead>
      <div className="grid grid-cols-2 md:grid-cols-[0.8fr_0.9fr_1fr_1fr]">
        {status === 'frozen' ? (
          <Fact
            {...source('freezeDetails')}
            label="Frozen until"
            icon={Snowflake}
            note={datedWords(freezeDetails?.unfreezeAt ?? null, now, zone)?.words}
          >
            <Dated iso={freezeDetails?.unfreezeAt ?? null} clock={clock} />
          </Fact>
        ) : (
          <Fact {...source('startDate')} label="Started" note={durationWords(product) && `${durationWords(product)} per term`}>
            <Dated iso={startDate} clock={clock} />
          </Fact>
        )}
        <Fact
          {...source('endDate')}
          label="End date"
          note={endWords(subscription, now, zone) ?? (endDate === null && learn)}
          verb={verbs?.endDate(subscription)}
        >
          <Dated iso={endDate} clock={clock} dayOnly={stamps.endDate?.typed} />
        </Fact>
        <Fact
          {...source('autoChargeStatus')}
          label="Autocharge"
          note={autocharge.note ?? (autoChargeStatus === null && learn)}
          verb={verbs?.autocharge(subscription)}
        >
          {autocharge.value}
        </Fact>
        <Fact
          clock={clock}
          label="Plan"
          note={'amount' in lastPaid ? `last paid${lastPaid.day ? ` ${dayWords(lastPaid.day)}` : ''}` : lastPaid.words}
        >
          <Amount value={paid?.amount} currency={paid?.currency} received />
        </Fact>
      </div>
      {aging && (
        <p className="flex items-start gap-2 border-deferred-line border-t bg-deferred-bg px-4 py-2 text-deferred text-meta">
          <Icon of={Hourglass} size={12} className="mt-0.5" />
          {aging}
        </p>
      )}
      {meaning && <p className="border-t px-4 py-2 text-meta text-muted">{meaning}</p>}
      <StatusHistory entries={subscription.statusInfo} clock={clock} />
    </Card>
  )
}

const learn = 'unknown until the service answers an action here'

type FactProps = {
  label: string
  icon?: LucideIcon
  note?: ReactNode
  verb?: ReactNode
  /** Age and source of the fact, shown at its label. */
  stamp?: Stamp | undefined
  clock: Clock
  children: ReactNode
}

/** A fact, a note on it, and the verb that changes it, in one column. */
function Fact({ label, icon, note, verb, stamp, clock, children }: FactProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 px-4 pt-2.5 pb-3 even:border-l max-md:nth-[n+3]:border-t md:not-first:border-l">
      <span className="flex items-center gap-1 text-meta text-muted">
        {icon && <Icon of={icon} size={12} />}
        <Aged stamp={stamp} clock={clock}>
          {label}
        </Aged>
        {stamp?.typed && <Badge kind="plain">typed</Badge>}
      </span>
      <span className="flex min-h-5 items-center gap-1.5 font-medium text-body tabular-nums">{children}</span>
      <span className="min-h-4 text-meta text-muted tabular-nums">{note}</span>
      {verb && <span className="mt-auto flex flex-wrap gap-1.5 pt-2">{verb}</span>}
    </div>
  )
}
