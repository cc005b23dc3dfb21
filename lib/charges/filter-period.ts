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
