import { inZone, shortDay } from '@/lib/core/dates'
import type { Later } from '@/lib/operations/effects/effect'

type Place = { day: string; time: string }

/** When something happens later: `until 30 Jun`, `30 Jun, 14:55`, `14:11 to 14:36`; empty where it is not bound to a time. */
export function describeWhen({ from, until }: Pick<Later, 'from' | 'until'>, zone: string, now: number): string {
  const today = inZone(now, zone).day
  const start = from === null ? null : placeOf(from, zone)
  const end = until === null ? null : placeOf(until, zone)
  if (start && end) return formatSpan(start, end, today)
  if (start) return start.day === today ? 'from now' : `from ${shortDay(start.day, today)}`
  if (end) return `until ${end.day === today ? end.time : shortDay(end.day, today)}`
  return ''
}

function formatSpan(start: Place, end: Place, today: string): string {
  if (start.day !== end.day) return `${shortDay(start.day, today)} to ${shortDay(end.day, today)}`
  const day = shortDay(start.day, today)
  if (start.time === '00:00' && end.time === '23:59') return start.day === today ? 'today' : day
  const time = start.time === end.time ? start.time : `${start.time} to ${end.time}`
  return start.day === today ? time : `${day}, ${time}`
}

/** `as of 14:02`, with the day where it is another than today. */
export function formatAsOf(iso: string, zone: string, now: number): string {
  const { day, time } = placeOf(iso, zone)
  const today = inZone(now, zone).day
  return day === today ? `as of ${time}` : `as of ${shortDay(day, today)}, ${time}`
}

function placeOf(iso: string, zone: string): Place {
  const { day, time } = inZone(Date.parse(iso), zone)
  return { day, time: time.slice(0, 5) }
}
