import { dayIn, minute } from '@/lib/core/dates'

/** The service's clock as far as it is known: the zone its days are in, and by how many milliseconds it is ahead of ours. */
export type ServiceClock = { zone: string; ahead?: number | undefined }

/** The day it is at the service. `now` is a moment by our clock, in milliseconds. */
export const serviceDay = (now: number, { zone, ahead = 0 }: ServiceClock): string => dayIn(now + ahead, zone)

/** What is sent at a moment arrives a little later, and two clocks are compared to the second: within a minute it may be the next day. */
export const arrivalDay = (now: number, { zone, ahead = 0 }: ServiceClock): string => dayIn(now + ahead + minute, zone)

/** Clocks that are set by the network don't differ by more, in milliseconds. An answer that says so may be an old copy, and another may not. */
const plausible = 15 * minute

/**
 * Whether an end date sent at a moment renews the subscription and charges the buyer (service-interface, Subscription expiration): the
 * day it is at the service, and in the last minute before midnight the next one too. Where the clocks seem to differ by more than a quarter of an
 * hour, the day by our own clock renews as well. Everything that asks this asks here.
 */
export const renewsOn = (day: string, now: number, clock: ServiceClock): boolean =>
  isDayOf(day, now, clock) || (Math.abs(clock.ahead ?? 0) > plausible && isDayOf(day, now, { zone: clock.zone }))

/**
 * The day that nothing before is sent on, and that days to come are counted from: the one at the service, or where the clocks seem to differ by
 * more than a quarter of an hour, the earlier one by either. A clock that is far ahead would else refuse every day, and let pass what a rule asks about.
 */
export function earliestDay(now: number, clock: ServiceClock): string {
  const days = [serviceDay(now, clock), serviceDay(now, { zone: clock.zone })] as const
  return Math.abs(clock.ahead ?? 0) > plausible && days[1] < days[0] ? days[1] : days[0]
}

const isDayOf = (day: string, now: number, clock: ServiceClock): boolean =>
  serviceDay(now, clock) <= day && day <= arrivalDay(now, clock)
