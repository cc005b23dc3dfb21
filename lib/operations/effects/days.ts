import { day } from '../schemas/scalars'

// Day keys are `YYYY-MM-DD` and are days of the merchant account's zone. They are counted, not compared as text: a zone can carry
// the last day of the year 9999, which stands for "never ends", into a fifth digit.

const dayMs = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const minute = 60_000

/** A day that may be sent as an end date, or null. */
export const dayOrNull = (value: unknown): string | null => day.safeParse(value).data ?? null

/** The moment of an ISO 8601 text with its offset, in milliseconds, or null. Text without a zone is no moment. */
export function momentOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^[1-9]\d{3}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(value)) return null
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? null : moment
}

export const iso = (moment: number) => new Date(moment).toISOString()

/** The day it is in the zone at a moment. */
export const dayIn = (moment: number, zone: string): string => read(clock(zone), moment).day

/** `14:55`, in the zone. */
export const timeIn = (moment: number, zone: string): string => read(clock(zone), moment).time

/** `30 Jun 2026` of a day key. The names are our own: a runtime's may be of another length. */
export function dayWords(key: string): string {
  const [year, month, date] = key.split('-')
  return `${Number(date)} ${months[Number(month) - 1] ?? month} ${year}`
}

/** Whole days from one day key to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (utcMidnight(to) - utcMidnight(from)) / dayMs

/** The day so many days after another, for years of four digits. */
export const daysAfter = (key: string, days: number): string => iso(utcMidnight(key) + days * dayMs).slice(0, 10)

/**
 * The first moment at which it is that day, or a later one, in the zone. It is searched for, since a day need not begin at midnight:
 * clocks may skip that hour, and once in a while a zone skips a whole day.
 */
export function startOfDay(key: string, zone: string): number {
  const format = clock(zone)
  let before = utcMidnight(key) - dayMs
  let reached = utcMidnight(key) + dayMs
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (daysBetween(key, read(format, middle).day) < 0) before = middle
    else reached = middle
  }
  return reached
}

/** From its first moment to its last. */
export const wholeDay = (key: string, zone: string) => ({
  from: iso(startOfDay(key, zone)),
  until: iso(startOfDay(daysAfter(key, 1), zone) - 1),
})

/** `1 day is`, `47 paid days are`. */
export const daysCounted = (days: number, kind = '') => `${days} ${kind}${days === 1 ? 'day is' : 'days are'}`

function utcMidnight(key: string): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = key.split('-').map(Number)
  return Date.UTC(year, month - 1, date)
}

// Making one costs a hundred times what asking it does.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(zone: string): Intl.DateTimeFormat {
  const made = clocks.get(zone) ?? newClock(zone)
  clocks.set(zone, made)
  return made
}

// The Swedish way of writing a date is ISO 8601's.
const newClock = (zone: string) =>
  new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: zone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })

function read(format: Intl.DateTimeFormat, moment: number): { day: string; time: string } {
  const [day = '', time = ''] = format.format(moment).split(' ')
  return { day, time }
}
