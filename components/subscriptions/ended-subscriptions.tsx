import { Card } from '@/components/ui/card'
import { Ident } from '@/components/ui/ident'
import type { Clock } from '@/components/ui/use-clock'
import type { KnownNow } from '@/lib/known'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { subscriptionStatus } from '@/lib/subscription-words'
import { Aged } from './aged'
import { Dated } from './dated'
import { StatusBadge } from './status-badge'
import { StatusHistory } from './status-history'
import type { SubscriptionVerbs } from './subscription-verbs'

type Props = { subscriptions: readonly Subscription[]; clock: Clock; verbs?: SubscriptionVerbs; stamps?: KnownNow['stamps'] }

/** What is over takes a line each. */
export function EndedSubscriptions({ subscriptions, clock, verbs, stamps = {} }: Props) {
  return (
    <Card as="div" className="divide-y">
      {subscriptions.map((subscription) => {
        const { id, product, status, endDate, statusInfo } = subscription
        return (
          <article key={id}>
            <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pr-2 pl-4 text-table">
              <h3 className="min-w-0 font-semibold">
                <bdi>{product?.name ?? 'Product not told'}</bdi>
              </h3>
              <StatusBadge status={status} />
              <span className="text-muted tabular-nums">
                <Aged stamp={stamps[`subscription:${id}`]?.endDate} clock={clock}>
                  end date
                </Aged>{' '}
                <Dated iso={endDate} clock={clock} />
              </span>
              <span className="ml-auto flex items-center gap-2">
                <Ident value={id} align="end" />
                {verbs?.endedMenu(subscription)}
              </span>
            </div>
            {status !== 'expired' && <p className="px-4 pb-2 text-meta text-muted">{subscriptionStatus(status)?.meaning}</p>}
            <StatusHistory entries={statusInfo} clock={clock} />
          </article>
        )
      })}
    </Card>
  )
}
