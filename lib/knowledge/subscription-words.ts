import { formatDay, inZone, momentOf, relativeDay } from '@/lib/core/dates'
import { outlookOf, tokenState } from '@/lib/operations/effects/outlook'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import type { PaymentMethod, Token } from '@/lib/operations/schemas/tokens'

export type SubscriptionKind = 'settled' | 'declined' | 'neutral'

type Status = { kind: SubscriptionKind; meaning: string }

// service-facts 2.3 and 2.6. A status that is not here is shown as it came.
const statuses: Record<string, Status> = {
  active: { kind: 'settled', meaning: 'Usable.' },
  frozen: { kind: 'neutral', meaning: 'Paused for a set period. Restarts automatically.' },
  expired: { kind: 'neutral', meaning: 'Expired. A renewal reactivates it.' },
  blocked: { kind: 'declined', meaning: 'Blocked because a held payment couldn’t be collected.' },
  disabled: {
    kind: 'neutral',
    meaning: 'Ended manually, after a refund or void, or a year past its end date. Can’t be reactivated.',
  },
  suspended: { kind: 'declined', meaning: 'Ended manually or after a chargeback. Can’t be reactivated.' },
}

/** The look and the meaning of a status; null for a new value. */
export function subscriptionStatus(status: string): Status | null {
  return Object.hasOwn(statuses, status) ? (statuses[status] ?? null) : null
}

type StatusEntry = Subscription['statusInfo'][number]

/** A subscription's status entries, oldest first. The service doesn't promise an order; of two at one moment the later entry is the newer. */
export const statusHistory = <Entry extends Pick<StatusEntry, 'createdAt'>>(entries: readonly Entry[]): Entry[] => {
  const at = ({ createdAt }: Entry) =>
    momentOf(createdAt) ?? momentOf(`${createdAt?.slice(0, 10)}T12:00:00Z`) ?? Number.NEGATIVE_INFINITY
  return entries.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b)))
}

/** The entry that began the status a subscription has now. Other changes, such as of autocharge, add entries that repeat the status. */
export function statusBeginning<Entry extends Pick<StatusEntry, 'createdAt' | 'status'>>(
  entries: readonly Entry[],
): Entry | undefined {
  const history = statusHistory(entries)
  const before = history.findLastIndex(({ status }) => status !== history.at(-1)?.status)
  return history[before + 1]
}

/** A moment of a subscription as a day in the zone of whoever looks, with words for its distance. */
export type DatedWords = { day: string; words: string }

/** Null where there is no time or it cannot be read; the raw text is then shown. */
export function describeDate(iso: string | null, now: number, zone: string): DatedWords | null {
  const moment = momentOf(iso)
  if (moment === null) return null
  const { day } = inZone(moment, zone)
  return { day: formatDay(day), words: relativeDay(day, inZone(now, zone).day) }
}

/** What an end date means beside its distance. */
export function describeEnd({ status, endDate }: Subscription, now: number, zone: string): string | null {
  const words = describeDate(endDate, now, zone)?.words
  if (!words) return null
  return status === 'frozen' ? `${words}, may move when unfrozen` : words
}

/** Of each token known of a buyer whether it is enabled; not of those that are named among the `unconfirmed`, as `token:{id}`. */
export const enabledOf = (
  methods: readonly PaymentMethod[],
  loose: readonly Token[] = [],
  unconfirmed: ReadonlySet<string> = new Set(),
): (boolean | null)[] =>
  [...methods.flatMap(({ tokens }) => tokens), ...loose].map(({ id, isEnabled }) =>
    unconfirmed.has(`token:${id}`) ? null : isEnabled,
  )

/** What the end of the term brings, by what is known of the subscription and of the buyer's tokens. */
export const outlookOn = (
  { autoChargeStatus, isTokenized }: Pick<Subscription, 'autoChargeStatus' | 'isTokenized'>,
  enabled: readonly (boolean | null)[],
) => outlookOf(autoChargeStatus, tokenState(isTokenized, enabled))

/** Autocharge as a fact with its consequence; the flag may be missing from an answer. */
export function describeAutocharge(
  subscription: Subscription,
  enabled: readonly (boolean | null)[],
  { now, zone }: { now: number; zone: string },
): { value: string; note: string | null } {
  const { autoChargeStatus, endDate, status } = subscription
  const isAhead = status === 'active' && (momentOf(endDate) ?? 0) > now
  const until = isAhead ? describeDate(endDate, now, zone)?.day : undefined
  if (autoChargeStatus === null) return { value: 'unknown', note: null }
  const value = autoChargeStatus ? 'On' : 'Off'
  switch (outlookOn(subscription, enabled)) {
    case 'ends':
      return { value, note: until ? `access lasts until ${until}` : null }
    case 'fails':
      return { value, note: 'no active token, so expect the charge to fail' }
    case 'renews':
      return { value, note: until ? `next charge around ${until}` : null }
    default:
      return { value, note: until ? `assume a charge around ${until}` : null }
  }
}

/** `12 weeks`, `84 days`: the longest unit the product gives. */
export function formatDuration(product: Subscription['product']): string | null {
  if (!product) return null
  const units = [
    [product.durationMonths, 'month'],
    [product.durationWeeks, 'week'],
    [product.durationDays, 'day'],
  ] as const
  const [count, unit] = units.find(([length]) => length !== null && length > 0) ?? []
  return count === undefined || count === null ? null : `${count} ${unit}${count === 1 ? '' : 's'}`
}

const quiet = new Set(['expired', 'disabled'])
const grave = new Set(['blocked', 'suspended'])

type WithStatus = Pick<Subscription, 'status'>

/** As people look at them: what was blocked or suspended, what runs, and what is over, which is the rest. Each in the order it came. */
export function byWeight<S extends WithStatus>(subscriptions: readonly S[]): { shown: S[]; over: S[] } {
  const graveFirst = subscriptions.toSorted((a, b) => Number(grave.has(b.status)) - Number(grave.has(a.status)))
  return {
    shown: graveFirst.filter(({ status }) => !quiet.has(status)),
    over: subscriptions.filter(({ status }) => quiet.has(status)),
  }
}

/** Whether the term is over, for good or until a renewal. A new status is not called ended. */
export function hasEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'expired' || status === 'disabled' || status === 'suspended'
}
