import { dayWords, inZone, momentOf, relativeDay } from './dates'
import type { Subscription } from './operations/schemas/subscription'

export type SubscriptionKind = 'settled' | 'declined' | 'neutral'

type Status = { kind: SubscriptionKind; meaning: string }

// service-facts 2.3 and 2.6. A status that is not here is shown as it came.
const statuses: Record<string, Status> = {
  active: { kind: 'settled', meaning: 'Usable.' },
  frozen: { kind: 'neutral', meaning: 'Paused for a set period; it starts again by itself.' },
  expired: { kind: 'neutral', meaning: 'The term is over; a renewal makes it active again.' },
  blocked: { kind: 'declined', meaning: 'Blocked because collecting held money failed.' },
  disabled: { kind: 'neutral', meaning: 'Ended after a refund, a void, by hand or a year past its end; it cannot be revived.' },
  suspended: { kind: 'declined', meaning: 'Ended after a chargeback or by hand; it cannot be revived.' },
}

/** The look and the meaning of a status; null for a new value. */
export function subscriptionStatus(status: string): Status | null {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : null
}

/** A moment of a subscription as a day in the zone of whoever looks, with words for its distance. */
export type DatedWords = { day: string; words: string }

/** Null where there is no time or it cannot be read; the raw text is then shown. */
export function datedWords(iso: string | null, now: number, zone: string): DatedWords | null {
  const moment = momentOf(iso)
  if (moment === null) return null
  const { day } = inZone(moment, zone)
  return { day: dayWords(day), words: relativeDay(day, inZone(now, zone).day) }
}

/** What an end date means beside its distance. */
export function endWords({ status, endDate }: Subscription, now: number, zone: string): string | null {
  const words = datedWords(endDate, now, zone)?.words
  if (!words) return null
  return status === 'frozen' ? `${words}, may move when it thaws` : words
}

/** Autocharge as a fact with its consequence; the flag may be missing from an answer. */
export function autochargeWords({ autoChargeStatus, endDate, isTokenized, status }: Subscription, now: number, zone: string) {
  const until = datedWords(endDate, now, zone)?.day
  if (autoChargeStatus === null) return { value: 'not told', note: null }
  if (!autoChargeStatus) return { value: 'Off', note: status === 'active' && until ? `access lasts until ${until}` : null }
  if (isTokenized === false) return { value: 'On', note: 'no active token is bound' }
  return { value: 'On', note: until && status === 'active' ? `next about ${until}` : null }
}

/** `12 weeks`, `84 days`: the longest unit the product gives. */
export function durationWords(product: Subscription['product']): string | null {
  if (!product) return null
  const units = [
    [product.durationMonths, 'month'],
    [product.durationWeeks, 'week'],
    [product.durationDays, 'day'],
  ] as const
  const [count, unit] = units.find(([length]) => length !== null && length > 0) ?? []
  return count === undefined || count === null ? null : `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Whether the term is over, for good or until a renewal. A new status is not called ended. */
export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'expired' || status === 'disabled' || status === 'suspended'
}
