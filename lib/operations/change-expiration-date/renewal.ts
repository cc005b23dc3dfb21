import { daysAfter, daysBetween, formatDay, iso, minute, timeIn } from '@/lib/core/dates'
import { isObject } from '@/lib/core/json'
import { at, type Predicted } from '../declare/command-rules'
import type { EffectRow, Situation } from '../effects/effect'
import {
  describeAccess,
  type KnownSubscription,
  statusWarnings,
  subscriptionIn,
  tokenWarnings,
} from '../effects/known-subscription'
import { amountUnknown } from '../effects/outlook'
import { serviceDay } from '../effects/renews-on'
import { becomes, factIn, mayChange, stays } from '../effects/rows'

/**
 * service-interface, Subscription expiration: with today's date the subscription renews by itself within 5 to 30 minutes. The sentence
 * has no condition, so none is read into it.
 */
export function predictRenewal(day: string, situation: Situation): Predicted {
  const { known, now, zone, tokens } = situation
  const subscription = subscriptionIn(known, now, zone, tokens)
  const fails = subscription.tokens === 'none'
  const sent = now.getTime()
  return {
    rows: [
      // The renewal may already have changed the end date, so a different date isn't a mismatch.
      { ...endDateRow(day, situation, null), after: `${formatDay(day)}, today`, changes: true },
      termRow(day, situation),
      stays(situation, 'autoChargeStatus'),
      mayChange(situation, 'status'),
    ],
    later: [
      at(sent, setTo(day, serviceDay(sent, situation), zone)),
      {
        from: iso(sent + 5 * minute),
        until: iso(sent + 30 * minute),
        says: `${fails ? triesToCharge : charges}${givenUp(day, subscription)}`,
        danger: true,
      },
    ],
    warnings: [
      `${fails ? 'This tries to charge' : 'This charges'} the buyer. The service renews any subscription that ends today within 5 to 30 minutes, and nobody can stop it.`,
      ...insteadOfEnding(subscription),
      ...statusWarnings(known, zone),
      ...tokenWarnings(known, tokens),
    ],
  }
}

/** In the last minute before midnight the next day is as good as today: it may have come when the service reads it. */
const setTo = (day: string, today: string, zone: string) =>
  day === today
    ? `The end date becomes today in ${zone}.`
    : `The end date is set to ${formatDay(day)}, which begins within a minute in ${zone} and counts as today.`

const charges = `The subscription renews automatically and the buyer is charged. ${amountUnknown}`
const triesToCharge =
  'The service tries to renew the subscription and to charge the buyer. We know of no active token, so expect the charge to fail.'

function givenUp(today: string, { end, over }: KnownSubscription): string {
  const days = end && !over ? daysBetween(today, end.day) : 0
  return days > 0 ? ` The buyer loses ${days} paid ${days === 1 ? 'day' : 'days'}.` : ''
}

function insteadOfEnding(subscription: KnownSubscription): string[] {
  const { end, over, ended, autocharge, tokens } = subscription
  if (over || ended) return []
  const last = end?.words ?? 'its end date'
  if (autocharge !== false) return [`Want to cancel instead? Turn off autocharge. ${describeAccess(subscription, last)}`]
  return [
    `Want to cancel instead? You don’t need to do anything. Autocharge is off, so the subscription ends on ${last}.`,
    ...(tokens === 'none' ? [] : ['Autocharge is off, but assume the renewal still charges the buyer.']),
  ]
}

/** When the renewed term would end: today and the product's duration, where that is known and is no trial's (service-facts 2.18). */
function termRow(today: string, situation: Situation): EffectRow {
  const { known, now, zone } = situation
  const { end } = subscriptionIn(known, now, zone)
  const days = termDays(factIn(known, 'product'))
  return {
    field: 'term',
    label: 'Then',
    changes: true,
    expects: null,
    before: end && `ends ${end.words}`,
    beforeAsOf: end && (known.endDate?.observedAt ?? null),
    after: days === null ? null : `ends about ${formatDay(daysAfter(today, days))}`,
  }
}

function termDays(product: unknown): number | null {
  if (!isObject(product) || product.isTrial !== false || typeof product.durationDays !== 'number') return null
  const days = Math.round(product.durationDays)
  return days > 0 && days <= hundredYears ? days : null
}

const hundredYears = 36_525

/** The end date that is to become another day: before with its time of day, which the move loses. */
export function endDateRow(day: string | null, situation: Situation, expects: string | null): EffectRow {
  const { known, now, zone } = situation
  const { end } = subscriptionIn(known, now, zone)
  const row = becomes(situation, 'endDate', day, expects)
  return end ? { ...row, before: `${end.words}, ${timeIn(end.moment, zone)}` } : row
}
