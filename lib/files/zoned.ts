import { dayMs, daysAfter, formatOffset, inZone, momentWithOffset, offsetAt, serviceTime } from '@/lib/core/dates'

/** `service`: as the service writes it, whose zone is not documented. Otherwise an IANA name. */
export type FileZone = 'service' | (string & {})

export function isZone(zone: string): boolean {
  try {
    inZone(0, zone)
    return true
  } catch {
    return false
  }
}

/**
 * A time of the service as a wall clock `YYYY-MM-DD HH:MM:SS` in the wanted zone. What carries no zone of its own is read in that of the
 * service's calendar day (`assumed`). Null where it is no time; asked for as the service writes it, one with an offset keeps it.
 */
export function zoned(text: string | null, zone: FileZone, assumed: string): string | null {
  const time = serviceTime(text)
  if (!time) return null
  const wall = `${time.day} ${time.time}`
  if (zone === 'service') return time.zone === '' ? wall : `${wall} ${time.zone}`
  if (time.zone === '' && zone === assumed) return wall
  const moment = momentWithOffset(text) ?? momentOfWall(wall, assumed)
  return Number.isNaN(moment) ? null : wallIn(moment, zone)
}

/** What the head of a column of times says. */
export const describeZone = (zone: FileZone, assumed: string) =>
  zone === 'service' ? 'service time' : zone === assumed ? zone : `${zone}, service time treated as ${assumed}`

/** A zone never keeps an offset for less than this. */
const stepMs = 20 * dayMs
const maxSteps = 2_000 // over a century

type Days = { from: string | null; to: string | null }

/**
 * `Europe/Berlin (UTC+01:00 and UTC+02:00)`: a zone with the offsets it has on some days, day keys, both included. Without a last day it's
 * until `today`, and without a first one the year before.
 */
export function formatZone(zone: string, { from, to }: Days, today: string): string {
  if (zone === 'UTC') return zone
  const end = to ?? today
  const [first, last] = [Date.parse(`${from ?? daysAfter(end, -365)}T00:00:00Z`), Date.parse(`${end}T23:59:59Z`)]
  const step = Math.max(stepMs, (last - first) / maxSteps)
  const moments = [...Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => first + index * step), last]
  const offsets = new Set(moments.map((moment) => offsetAt(moment, zone)).filter((offset) => !Number.isNaN(offset)))
  return offsets.size === 0 ? zone : `${zone} (${[...offsets].map((offset) => `UTC${formatOffset(offset)}`).join(' and ')})`
}

// A clock that was set back shows an hour twice; the second pass settles on one of the two, and on the later side of a skipped hour.
function momentOfWall(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const guess = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(guess, zone)
}

function wallIn(moment: number, zone: string): string {
  const { day, time } = inZone(moment, zone)
  return `${day} ${time}`
}
