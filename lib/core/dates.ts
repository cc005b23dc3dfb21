// Two kinds of time. The service's own is text without a zone, shown as given and labelled "service time".
// ISO 8601 times are moments, shown in the zone of whoever looks. Day keys are `YYYY-MM-DD` and compare as text.

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

export const minute = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** `day` and `time` as written, to the second; `zone` is empty unless the service wrote one. */
export type ServiceTime = { day: string; time: string; zone: string }

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const timePattern = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/

/** Whether a text is the key of a day that a calendar has: neither `0000-00-00` nor 30 February. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false
  const [month, date] = [Number(text.slice(5, 7)), Number(text.slice(8))]
  return text >= '0001' && month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(text)
}

/**
 * Reads `Y-m-d H:i:s`, with or without fraction, and ISO 8601 in its place (service-facts D62). Null where it is neither, and where no
 * calendar or clock shows such a day or time.
 */
export function serviceTime(text: string | null): ServiceTime | null {
  const [, day = '', time = '', zone = ''] = timePattern.exec(text ?? '') ?? []
  return isDay(day) ? { day, time, zone } : null
}

/** `Mon 12 May 2025` of a day key. */
export function dayHeading(day: string): string {
  return `${weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''} ${formatDay(day)}`.trim()
}

/** `12 May 2025` of a day key. Names are our own, so that server and browser write the same. */
export function formatDay(day: string): string {
  return written(day, (month) => month.slice(0, 3))
}

/** `12 March 2025` of a day key, for sentences that leave the desk. */
export function longDay(day: string): string {
  return written(day, (month) => month)
}

/** `Mar`, of a day or month key. */
export function monthWord(day: string): string {
  return (months[Number(day.slice(5, 7)) - 1] ?? '').slice(0, 3)
}

/** `March 2025`, of a day or month key. */
export function monthName(day: string): string {
  return `${months[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`
}

function written(day: string, name: (month: string) => string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${Number(date)} ${name(months[Number(month) - 1] ?? month)} ${year}`
}

/** `12 May`, and the year where it is not that of `today`. */
export function shortDay(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, -5) : formatDay(day)
}

/**
 * `12 May 2025 to 14 May 2025`, `12 May 2025` of one day, `since 12 May 2025`, `until 14 May 2025` of day keys, both included; null without
 * either.
 */
export function formatRange(from: string | null, to: string | null): string | null {
  if (from !== null && from === to) return formatDay(from)
  if (from !== null && to !== null) return `${formatDay(from)} to ${formatDay(to)}`
  if (from !== null) return `since ${formatDay(from)}`
  return to === null ? null : `until ${formatDay(to)}`
}

/** Whole days from one day key to another; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (utcMidnight(to) - utcMidnight(from)) / dayMs

/** The day so many days after another, for years of four digits. */
export const daysAfter = (key: string, days: number): string => iso(utcMidnight(key) + days * dayMs).slice(0, 10)

/** The day so many months after another: the same day of the month, or the month's last where that has no such day. */
export function monthsAfter(key: string, count: number): string {
  const [year = 0, month = 1, date = 1] = key.split('-').map(Number)
  const whole = year * 12 + month - 1 + count
  const first = `${String(Math.floor(whole / 12)).padStart(4, '0')}-${String((whole % 12) + 1).padStart(2, '0')}-01`
  return daysAfter(first, Math.min(date, daysInMonth(first)) - 1)
}

/** How many days the month of a day key has. It's asked of every time in a long history, so no Date is made for it. */
export function daysInMonth(key: string): number {
  const [year, month] = [Number(key.slice(0, 4)), Number(key.slice(5, 7))]
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

/** The month of three letters or of its whole name, `01` to `12`; null where there is none of that name. */
export function monthNamed(word: string): string | null {
  const name = word.toLowerCase()
  const index = months.findIndex(
    (month) => month.toLowerCase() === name || (name.length >= 3 && month.toLowerCase().startsWith(name)),
  )
  return index === -1 ? null : String(index + 1).padStart(2, '0')
}

/** In numbers, for a zone can carry the last day of the year 9999, which stands for "never ends", into a fifth digit. */
function utcMidnight(key: string): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = key.split('-').map(Number)
  return new Date(0).setUTCFullYear(year, month - 1, date)
}

/** `in 47 days`, `today`, `3 days ago`. */
export function relativeDay(day: string, today: string): string {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  return days > 0 ? `in ${days} days` : `${-days} days ago`
}

/** The moment of an ISO 8601 text with its offset, in milliseconds, or null. Text without a zone is no moment. */
export function momentOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^[1-9]\d{3}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(value)) return null
  if (!isDay(value.slice(0, 10))) return null // 30 February would be read as 2 March
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? null : moment
}

export const iso = (moment: number): string => new Date(moment).toISOString()

// Creating a formatter costs 100 times a call and holds native memory that's freed late, so they are reused.
const clocks = new Map<string, Intl.DateTimeFormat>()

function clockIn(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  // The Swedish way of writing a date is ISO 8601's.
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, made)
  return made
}

/** A moment as day key and clock `HH:MM:SS` in a zone (IANA name). Throws a RangeError where there is no such zone. */
export function inZone(moment: number, zone: string): { day: string; time: string } {
  const [day = '', time = ''] = clockIn(zone).format(moment).split(' ')
  return { day, time }
}

/** The day it is in the zone at a moment. */
export const dayIn = (moment: number, zone: string): string => inZone(moment, zone).day

/** `14:55`, in the zone. */
export const timeIn = (moment: number, zone: string): string => inZone(moment, zone).time.slice(0, 5)

/**
 * The first moment at which it is that day, or a later one, in the zone. It is searched for, since a day need not begin at midnight:
 * clocks may skip that hour, and once in a while a zone skips a whole day.
 */
export function startOfDay(key: string, zone: string): number {
  let before = utcMidnight(key) - dayMs
  let reached = utcMidnight(key) + dayMs
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (daysBetween(key, dayIn(middle, zone)) < 0) before = middle
    else reached = middle
  }
  return reached
}

/** From its first moment to its last. */
export const wholeDay = (key: string, zone: string) => ({
  from: iso(startOfDay(key, zone)),
  until: iso(startOfDay(daysAfter(key, 1), zone) - 1),
})

/** `150 ms`, `2.3 s` between two ISO 8601 times. */
export function formatElapsed(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from))
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** The exact moment with its zone, for tips: `14 May 2025 14:02:31 (Europe/Berlin)`. */
export function exactTime(moment: number, zone: string): string {
  const { day, time } = inZone(moment, zone)
  return `${formatDay(day)} ${time} (${zone})`
}

/** Seconds from one time of the service to another, negative where that is earlier; null where one can't be read, or they are of two zones. */
export function secondsFrom(from: string | null, to: string | null): number | null {
  const [one, other] = [serviceTime(from), serviceTime(to)]
  if (!one || !other || one.zone !== other.zone) return null
  return (Date.parse(`${other.day}T${other.time}Z`) - Date.parse(`${one.day}T${one.time}Z`)) / 1_000
}

/** `40 seconds`, `2 minutes`, `3 hours`: the largest unit that fits, rounded down. */
export function formatInterval(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : ([seconds / 3600, 'hour'] as const)
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}

/** How far a zone (IANA name) is ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (moment: number, zone: string): number =>
  Date.parse(`${inZone(moment, zone).day}T${inZone(moment, zone).time}Z`) - Math.floor(moment / 1_000) * 1_000

/** `+05:30` of so many milliseconds ahead of UTC. */
export function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / minute)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The moment of a time of the service that carries an offset, in milliseconds; null of one without, and of what is no time. */
export function momentWithOffset(text: string | null): number | null {
  const time = serviceTime(text)
  if (!time || time.zone === '') return null
  const offset = time.zone === 'Z' || time.zone.includes(':') ? time.zone : `${time.zone.slice(0, 3)}:${time.zone.slice(3)}`
  return Date.parse(`${time.day}T${time.time}${offset}`)
}

/**
 * A time that carries an offset (service-facts D62), written with the one that a zone has at that moment: the same moment, and its day is the
 * zone's. Any other text stays as it is, and so does a time that reads alike in the zone.
 */
export function withOffsetOf<Text extends string | null>(text: Text, zone: string): Text {
  const moment = momentWithOffset(text)
  if (moment === null || Number.isNaN(moment)) return text
  const { day, time } = inZone(moment, zone)
  const given = serviceTime(text)
  if (given?.day === day && given.time === time) return text
  return `${day}T${time}${formatOffset(offsetAt(moment, zone))}` as Text
}
