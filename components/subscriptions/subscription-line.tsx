'use client'

import { CornerDownRight, Hourglass, Snowflake } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { late } from '@/components/ui/late'
import { Skeleton } from '@/components/ui/skeleton'
import { StateGlyph } from '@/components/ui/state-glyph'
import type { Clock } from '@/components/ui/use-clock'
import type { LastPaid, NotPaid } from '@/lib/charges/last-paid'
import { cn } from '@/lib/core/cn'
import type { Stamps } from '@/lib/knowledge/known'
import { describeAge, oldestOf } from '@/lib/knowledge/stamp-words'
import { subscriptionFact, type UnconfirmedChange } from '@/lib/knowledge/subscription-fact'
import { outlookOn } from '@/lib/knowledge/subscription-words'
import type { Subscription } from '@/lib/operations/schemas/subscription'

// The rest of it is asked for, and comes then.
const SubscriptionDetail = late(
  () => import('./subscription-detail').then((file) => file.SubscriptionDetail),
  <Skeleton className="mx-4 my-3 h-16" />,
)

/** Whether all that is known of a subscription stands under its line. */
export type Details = { isOpen: boolean; toggle: () => void }

/** What can be done to a subscription. The page puts it in: this subject only shows what is known. */
export type SubscriptionVerbs = {
  /** Beside the heading: what is about all of them. */
  head?: ReactNode
  /** At the end of its line: the verbs beside one of its facts. */
  beside: (subscription: Subscription, fact: 'endDate' | 'autoChargeStatus') => ReactNode
  /** After it: every verb, and what unfolds the line. */
  menu: (subscription: Subscription, details: Details) => ReactNode
  /** In place of all verbs while something on it is unconfirmed: what looks, and the verb that is locked. */
  check?: (subscription: Subscription) => ReactNode
  locked?: (subscription: Subscription) => ReactNode
  /** Where none can be listed. */
  byId: ReactNode
}

type Props = {
  subscription: Subscription
  enabled: readonly (boolean | null)[]
  unconfirmed: UnconfirmedChange | null
  lastPaid: LastPaid | NotPaid
  clock: Clock
  /** No other one is running, so there's room for the verb of its end date as well. */
  isOnly?: boolean
  verbs?: SubscriptionVerbs | undefined
  stamps?: Stamps | undefined
}

/** `17 Jan 2027,` and `in 55 days.` stay on one line. */
const unbroken = (words: string) =>
  words.replaceAll(/\d{1,2} [A-Z][a-z]{2} \d{4}|in \d+ [a-z]+/g, (piece) => piece.replaceAll(' ', '\u00a0'))

const inks = { declined: 'text-declined', unconfirmed: 'text-unconfirmed' }

/** A subscription on one line: the fact that matters and its verb, or two. It unfolds to all that is known of it. */
export function SubscriptionLine(props: Props) {
  const { subscription, enabled, unconfirmed, lastPaid, clock, isOnly = false, verbs, stamps = {} } = props
  const [isOpen, setOpen] = useState(false)
  const { now, zone } = clock
  const { kind, lead, rest, verbsOf } = subscriptionFact(subscription, { enabled, unconfirmed, now, zone })
  const seen = oldestOf([stamps.status, stamps.endDate, stamps.autoChargeStatus])
  const paidOn = 'amount' in lastPaid ? lastPaid.day : null
  const aging = describeAge(subscription, { seen, paidOn, outlook: outlookOn(subscription, enabled), now, zone })
  const name = subscription.product?.name ?? subscription.product?.code ?? 'Unknown product'
  return (
    <article className={cn('@container', kind === 'unconfirmed' && 'bg-hatch-wide')}>
      <div className="grid min-h-11 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4 text-table row-wide:grid-cols-[1.25rem_minmax(9rem,13rem)_minmax(0,1fr)_auto]">
        {kind === 'frozen' ? <Icon of={Snowflake} className="text-muted" /> : <StateGlyph kind={kind} size={16} />}
        <h3 className={cn('min-w-0 truncate', kind === 'neutral' ? 'text-ink-2' : 'font-medium')}>
          <bdi>{name}</bdi>
        </h3>
        <p className="min-w-0 text-ink-2 tabular-nums row-narrow:col-start-2 row-narrow:row-start-2">
          <b
            className={cn(
              'font-medium',
              kind === 'declined' || kind === 'unconfirmed' ? inks[kind] : kind !== 'neutral' && 'text-ink',
            )}
          >
            {unbroken(lead)}
          </b>{' '}
          {rest && unbroken(rest)}
          {Object.values(stamps).some((stamp) => stamp?.typed) && <Badge kind="plain">typed</Badge>}
        </p>
        <span className="flex items-center gap-1 row-narrow:col-span-full row-narrow:row-start-3 row-narrow:justify-end">
          {isOnly && verbsOf === 'autoChargeStatus' && (
            <span className="row-narrow:hidden">{verbs?.beside(subscription, 'endDate')}</span>
          )}
          {verbsOf && verbs?.beside(subscription, verbsOf)}
          {unconfirmed && verbs?.check?.(subscription)}
          {verbs?.menu(subscription, { isOpen, toggle: () => setOpen(!isOpen) })}
        </span>
      </div>
      {unconfirmed && verbs?.locked && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-surface py-1.5 pr-2 pl-4 text-muted text-table">
          <Icon of={CornerDownRight} />
          <span className="min-w-0 flex-auto">Locked until somebody checks what happened.</span>
          {verbs.locked(subscription)}
        </div>
      )}
      {aging && !unconfirmed && (
        <p className="flex items-start gap-2 border-deferred-line border-t bg-deferred-bg px-4 py-2 text-deferred text-meta">
          <Icon of={Hourglass} size={12} className="mt-0.5" />
          {aging}
        </p>
      )}
      {isOpen && (
        <SubscriptionDetail
          subscription={subscription}
          enabled={enabled}
          unconfirmed={unconfirmed?.fields ?? []}
          lastPaid={lastPaid}
          clock={clock}
          stamps={stamps}
        />
      )}
    </article>
  )
}
