import { daysAfter, daysInMonth, monthNamed, monthsAfter } from './dates'

/** The length of a term, as far as it is known. */
export type Term = { months: number | null; days: number | null }

export type QuickDay = { label: string; day: string }

/** Days to choose at one press, counted from one that is known; what lies outside of the bounds is left out. */
export function quickDays(from: string, term: Term | null, bounds: { min: string; max: string }): QuickDay[] {
  const offered = [
    { label: '+7 days', day: daysAfter(from, 7) },
    { label: '+30 days', day: daysAfter(from, 30) },
    { label: '+1 month', day: monthsAfter(from, 1) },
    ...afterTerm(from, term),
  ]
  return offered.filter(({ day }) => day >= bounds.min && day <= bounds.max)
}

function afterTerm(from: string, term: Term | null): QuickDay[] {
  if (term?.months === 1) return [] // that is the month above
  if (term?.months) return [{ label: '+1 term', day: monthsAfter(from, term.months) }]
  return term?.days ? [{ label: '+1 term', day: daysAfter(from, term.days) }] : []
}

/**
 * A day as people type one: `15 sep`, `sep 15, 2027`, `15.9.`, `2027-09-15`, `tomorrow`, `in 3 weeks`. Without a year it is the next such
 * day after today. Null where it cannot be read, or could be read in two ways, as `3/4` can.
 */
export function readDay(text: string, today: string): string | null {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  return readInterval(typed, today) ?? readDate(typed, today)
}

const units: Record<string, (today: string, count: number) => string> = {
  day: daysAfter,
  week: (today, count) => daysAfter(today, count * 7),
  month: monthsAfter,
  year: (today, count) => monthsAfter(today, count * 12),
}

function readInterval(typed: string, today: string): string | null {
  if (typed === 'tomorrow') return daysAfter(today, 1)
  const [, count = '', unit = ''] = /^in (an?|\d{1,3}) (day|week|month|year)s?$/.exec(typed) ?? []
  return units[unit]?.(today, count.startsWith('a') ? 1 : Number(count)) ?? null
}

type Parts = { year?: string; month?: string; date?: string }

const name = '(?<name>[a-z]{3,9})\\.?'
const date = '(?<date>\\d{1,2})(?:st|nd|rd|th)?'
const year = '(?<year>\\d{4})'

/** What stands for a day and no other. The month is a name, or a number whose place is certain. */
const forms = [
  new RegExp(`^${year}-(?<month>\\d{1,2})-(?<date>\\d{1,2})$`),
  /^(?<date>\d{1,2})\. ?(?<month>\d{1,2})(?:\.(?: ?(?<year>\d{4}|\d{2}))?)?$/,
  new RegExp(`^${date}\\.? ?(?:of )?${name},?(?: ${year})?$`),
  new RegExp(`^${name} ?${date}(?:,? ${year})?$`),
]

function readDate(typed: string, today: string): string | null {
  for (const form of forms) {
    const { name: word, ...parts } = form.exec(typed)?.groups ?? {}
    const month = word === undefined ? parts.month : (monthNamed(word) ?? undefined)
    if (month !== undefined) return dayFrom({ ...parts, month }, today)
  }
  return null
}

// From one 29 February to the next it can be eight years.
const longestWait = 8

function dayFrom({ year: typedYear, month = '', date: typedDate = '' }: Parts, today: string): string | null {
  const on = (year: string) => {
    const first = `${year}-${month.padStart(2, '0')}-01`
    const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(typedDate) >= 1 && Number(typedDate) <= daysInMonth(first)
    return isDay ? `${first.slice(0, 8)}${typedDate.padStart(2, '0')}` : null
  }
  if (typedYear !== undefined) return on(typedYear.padStart(4, '20'))
  const thisYear = Number(today.slice(0, 4))
  const next = Array.from({ length: longestWait + 1 }, (_, away) => on(String(thisYear + away)))
  return next.find((day) => day !== null && day > today) ?? null
}
