import { Hourglass, Snowflake } from 'lucide-react'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CardHead } from '@/components/ui/card-head'
import { Icon } from '@/components/ui/icon'
import { Ident } from '@/components/ui/ident'
import type { Clock } from '@/components/ui/use-clock'
import type { LastPaid } from '@/lib/charges/last-paid'
import { cn } from '@/lib/cn'
import { dayWords } from '@/lib/dates'
import type { Stamps } from '@/lib/known'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { agingWords, clockWords, oldestOf } from '@/lib/stamp-words'
import { autochargeWords, datedWords, durationWords, endWords, subscriptionStatus } from '@/lib/subscription-words'
import { Dated } from './dated'
import { Fact } from './fact'
import { StatusBadge } from './status-badge'
import { StatusHistory } from './status-history'
import type { SubscriptionVerbs } from './subscription-verbs'

type Props = {
  subscription: Subscription
  lastPaid: LastPaid | null
  clock: Clock
  verbs?: SubscriptionVerbs
  stamps?: Stamps | undefined
}

/** A subscription that runs or may run again: each fact with its age or distance, and the verb that changes it. */
export function SubscriptionCard({ subscription, lastPaid, clock, verbs, stamps = {} }: Props) {
  const { id, product, status, startDate, endDate, autoChargeStatus, freezeDetails, isManual } = subscription
  const { now, zone } = clock
  const autocharge = autochargeWords(subscription, now, zone)
  const meaning = status === 'active' ? null : subscriptionStatus(status)?.meaning
  const seen = oldestOf([stamps.status, stamps.endDate, stamps.autoChargeStatus])
  const aging = agingWords(subscription, { seen, paidOn: lastPaid?.day ?? null, now, zone })
  const told = (field: string) => ({ stamp: stamps[field], clock })
  return (
    <Card as="article">
      <CardHead
        level={3}
        title={<bdi>{product?.name ?? 'Product not told'}</bdi>}
        beside={
          <>
            {product?.code && <span className="font-mono text-meta text-muted tracking-mono max-lg:hidden">{product.code}</span>}
            <StatusBadge status={status} />
            {product?.isTrial && <Badge kind="plain">trial</Badge>}
            {isManual && <Badge kind="plain">made by hand</Badge>}
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
            {...told('freezeDetails')}
            label="Frozen until"
            icon={Snowflake}
            note={datedWords(freezeDetails?.unfreezeAt ?? null, now, zone)?.words}
          >
            <Dated iso={freezeDetails?.unfreezeAt ?? null} clock={clock} />
          </Fact>
        ) : (
          <Fact {...told('startDate')} label="Started" note={durationWords(product) && `for ${durationWords(product)} at a time`}>
            <Dated iso={startDate} clock={clock} />
          </Fact>
        )}
        <Fact
          {...told('endDate')}
          label="End date"
          note={endWords(subscription, now, zone) ?? (endDate === null && learn)}
          verb={verbs?.endDate(subscription)}
        >
          <Dated iso={endDate} clock={clock} dayOnly={stamps.endDate?.typed} />
        </Fact>
        <Fact
          {...told('autoChargeStatus')}
          label="Autocharge"
          note={autocharge.note ?? (autoChargeStatus === null && learn)}
          verb={verbs?.autocharge(subscription)}
        >
          {autocharge.value}
        </Fact>
        <Fact
          clock={clock}
          label="Plan"
          note={lastPaid ? `last paid${lastPaid.day ? ` ${dayWords(lastPaid.day)}` : ''}` : 'no payment for it in the history'}
        >
          <Amount value={lastPaid?.amount} currency={lastPaid?.currency} received />
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

const learn = 'not known; the answer to any action here tells it'
