import { inZone, serviceTime } from '@/lib/core/dates'

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
  const moment = time.zone === '' ? momentOfWall(wall, assumed) : Date.parse(`${time.day}T${time.time}${withColon(time.zone)}`)
  return Number.isNaN(moment) ? null : wallIn(moment, zone)
}

/** What the head of a column of times says. */
export const describeZone = (zone: FileZone, assumed: string) =>
  zone === 'service' ? 'service time' : zone === assumed ? zone : `${zone}, service time treated as ${assumed}`

const withColon = (offset: string) =>
  offset === 'Z' || offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`

// A clock that was set back shows an hour twice; the second pass settles on one of the two, and on the later side of a skipped hour.
function momentOfWall(wall: string, zone: string): number {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const offsetAt = (moment: number) => Date.parse(`${wallIn(moment, zone).replace(' ', 'T')}Z`) - moment
  if (Number.isNaN(asUtc)) return asUtc
  const guess = asUtc - offsetAt(asUtc)
  return asUtc - offsetAt(guess)
}

function wallIn(moment: number, zone: string): string {
  const { day, time } = inZone(moment, zone)
  return `${day} ${time}`
}
