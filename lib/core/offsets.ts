import { inZone, minute, serviceTime } from './dates'

/** How far a zone (IANA name) is ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (moment: number, zone: string): number => {
  const { day, time } = inZone(moment, zone)
  return Date.parse(`${day}T${time}Z`) - Math.floor(moment / 1_000) * 1_000
}

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
