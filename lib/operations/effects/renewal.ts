import { isObject } from '../schemas/tolerant'
import { at, type Foreseen } from './command-effects'
import { daysAfter, daysBetween, daysCounted, dayWords, iso, minute } from './days'
import type { EffectRow, Situation } from './effect'
import { endDateRow } from './end-date-row'
import { type KnownSubscription, statusWarnings, subscriptionIn, tokenWarnings } from './known-subscription'
import { factIn, mayChange, stays } from './rows'

/**
 * service-interface, Subscription expiration: with today's date the subscription renews by itself within 5 to 30 minutes. The sentence
 * has no condition, so none is read into it.
 */
export function foreseeRenewal(today: string, situation: Situation): Foreseen {
  const { known, now, zone, tokens } = situation
  const subscription = subscriptionIn(known, now, zone)
  const sent = now.getTime()
  return {
    rows: [
      // By the time anybody looks again the renewal may have moved it on, so that another day would prove nothing.
      { ...endDateRow(today, situation, null), after: `${dayWords(today)}, today`, changes: true },
      termRow(today, situation),
      stays(situation, 'autoChargeStatus'),
      mayChange(situation, 'status'),
    ],
    later: [
      at(sent, `The end date is set to today, in ${zone}.`),
      {
        from: iso(sent + 5 * minute),
        until: iso(sent + 30 * minute),
        says: `The subscription renews by itself and the buyer is charged. The amount is not known here.${givenUp(today, subscription)}`,
        danger: true,
      },
    ],
    warnings: [
      'This charges the buyer: with an end date of today the service renews by itself within 5 to 30 minutes. Nobody can stop it then.',
      ...insteadOfEnding(subscription),
      ...statusWarnings(known, zone),
      ...tokenWarnings(known, tokens),
    ],
  }
}

function givenUp(today: string, { end, over }: KnownSubscription): string {
  const days = end && !over ? daysBetween(today, end.day) : 0
  return days > 0 ? ` ${daysCounted(days, 'paid ')} given up.` : ''
}

function insteadOfEnding({ end, over, ended, autocharge }: KnownSubscription): string[] {
  if (over || ended) return []
  const last = end?.words ?? 'its end date'
  if (autocharge !== false) return [`Meant to end it? Turn off autocharge instead: access lasts until ${last}.`]
  return [
    `Meant to end it? Autocharge is off: it ends by itself, on ${last}.`,
    'That autocharge is off is not documented to stop this renewal: count on the charge.',
  ]
}

/** When the renewed term would end: today and the product's duration, where that is known and is no trial's (service-facts 2.18). */
function termRow(today: string, situation: Situation): EffectRow {
  const { known, now, zone } = situation
  const { end } = subscriptionIn(known, now, zone)
  const days = termDays(factIn(known, 'product'))
  return {
    ...{ field: 'term', label: 'Then', changes: true, expects: null },
    before: end && `ends ${end.words}`,
    beforeAsOf: end && (known.endDate?.observedAt ?? null),
    after: days === null ? null : `ends about ${dayWords(daysAfter(today, days))}`,
  }
}

function termDays(product: unknown): number | null {
  if (!isObject(product) || product.isTrial !== false || typeof product.durationDays !== 'number') return null
  const days = Math.round(product.durationDays)
  return days > 0 && days <= hundredYears ? days : null
}

const hundredYears = 36_525
