import { rangeWords } from '@/lib/core/dates'
import type { ChargeFilter } from './order-filter'
import { periodDays, periodWords } from './periods'

type Days = Pick<ChargeFilter, 'month' | 'from' | 'to'>

/** The days that a filter leaves, both included; null where it sets none. */
export function filterDays({ month, from, to }: Days): { from: string | null; to: string | null } {
  if (month === null) return { from, to }
  const period = periodDays(month)
  return { from: from !== null && from > period.from ? from : period.from, to: to !== null && to < period.to ? to : period.to }
}

/** `Oct 2026`, or the days in words; null where the filter leaves every day. */
export function filterPeriodWords(filter: Days): string | null {
  const { month, from, to } = filter
  if (month !== null && from === null && to === null) return periodWords(month)
  const days = filterDays(filter)
  return rangeWords(days.from, days.to)
}

/** The address of a buyer's statement: of the days of a filter, and of a ticket. */
export function statementPath(buyerId: string, filter: Days, ticket: string | null): string {
  const { from, to } = filterDays(filter)
  const given = Object.entries({ from, to, ticket }).filter((pair): pair is [string, string] => pair[1] !== null)
  return `/buyers/${buyerId}/statement${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`
}
