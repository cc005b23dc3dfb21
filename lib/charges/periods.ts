import { daysInMonth, monthWord } from '@/lib/core/dates'

// A period of a chart and of the address: a month `YYYY-MM` or a quarter `YYYY-Qn`.

export const isPeriod = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2]|Q[1-4])$/.test(text)

const isQuarter = (period: string) => period[5] === 'Q'

/** The quarter of a month key. */
const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`

/** Whether a month key lies in a period. */
export const holdsMonth = (period: string, month: string): boolean =>
  isQuarter(period) ? month !== '' && quarterOf(month) === period : period === month

/** `Oct 2026`, `Q3 2026`. */
export function formatPeriod(period: string): string {
  return `${shortPeriod(period)} ${period.slice(0, 4)}`
}

/** `Oct`, `Q3`. */
export const shortPeriod = (period: string): string => (isQuarter(period) ? period.slice(5) : monthWord(period))

/** The first and the last day of a period, as day keys. */
export function periodDays(period: string): { from: string; to: string } {
  const year = period.slice(0, 4)
  const last = isQuarter(period) ? Number(period[6]) * 3 : Number(period.slice(5, 7))
  const month = (count: number) => `${year}-${String(count).padStart(2, '0')}`
  return { from: `${month(isQuarter(period) ? last - 2 : last)}-01`, to: `${month(last)}-${daysInMonth(`${month(last)}-01`)}` }
}

/** More months than this are shown as quarters. */
const maxMonths = 24
/** A short history is drawn over a year, so that a bar does not stretch over the card. */
const minMonths = 12

/** The periods a chart of these month keys has, oldest first and without gaps: months, or quarters where there are more than 24. */
export function chartPeriods(months: readonly string[]): string[] {
  const known = months.filter(isPeriod).toSorted()
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const [from, to] = [monthNumber(first), monthNumber(last)]
  if (to - from >= maxMonths) {
    const [start, end] = [Math.floor(from / 3), Math.floor(to / 3)]
    return Array.from({ length: end - start + 1 }, (_, index) => quarterOf(monthKey((start + index) * 3)))
  }
  const start = Math.min(from, to - minMonths + 1)
  return Array.from({ length: to - start + 1 }, (_, index) => monthKey(start + index))
}

const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthKey = (count: number) =>
  `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
