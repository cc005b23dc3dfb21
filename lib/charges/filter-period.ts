import { formatRange, isDay } from '@/lib/core/dates'
import type { ChargeFilter } from './order-filter'
import { formatPeriod, isPeriod, periodDays } from './periods'

type Days = Pick<ChargeFilter, 'month' | 'from' | 'to'>

/** The days that a filter leaves, both included; null where it sets none. */
export function filterDays({ month, from, to }: Days): { from: string | null; to: string | null } {
  if (month === null) return { from, to }
  const period = periodDays(month)
  return { from: from !== null && from > period.from ? from : period.from, to: to !== null && to < period.to ? to : period.to }
}

/** `Oct 2026`, or the days in words; null where the filter leaves every day. */
export function formatFilterPeriod(filter: Days): string | null {
  const { month, from, to } = filter
  if (month !== null && from === null && to === null) return formatPeriod(month)
  const days = filterDays(filter)
  return formatRange(days.from, days.to)
}

/** What is wrong with the period that an address asks for; null where all of it can be shown, or nothing is asked for. */
export function unreadPeriod({ month, from, to }: Days): string | null {
  if (month && !isPeriod(month))
    return `${quoted(month)} in the address isn’t a month such as 2026-10, or a quarter such as 2026-Q4.`
  const strange = [from, to].find((day) => day && !isDay(day))
  if (strange) return `${quoted(strange)} in the address isn’t a day such as 2026-10-31.`
  return from && to && to < from ? `${formatRange(from, to)} ends before it begins.` : null
}

const quoted = (given: string) => `“${given.slice(0, 40)}”`

/** A month with days of its own beside it, as its form sends them: the month while they are its days, else the days. */
export function statementDays({ month, from, to }: Days): Days {
  if (month === null || (from === null && to === null)) return { month, from, to }
  const period = periodDays(month)
  return from === period.from && to === period.to ? { month, from: null, to: null } : { month: null, from, to }
}

/** The address of a buyer's statement: of the month or the days of a filter, and of a ticket. */
export function statementPath(buyerId: string, { month, from, to }: Days, ticket: string | null): string {
  const given = Object.entries({ month, from, to, ticket }).filter((pair): pair is [string, string] => pair[1] !== null)
  return `/buyers/${buyerId}/statement${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}

/** What stands on a statement of these days, and what of its orders doesn't. */
export function statementRule({ month, from, to }: Days): string {
  if (month !== null) return `It has the charges made in ${formatPeriod(month)}, whenever the order was placed.`
  if (from !== null || to !== null) return 'It has the orders placed on these days, whenever they were charged.'
  return ''
}
