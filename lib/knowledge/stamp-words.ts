import { formatDay, inZone, momentOf, shortDay } from '@/lib/core/dates'
import type { Outlook } from '@/lib/operations/effects/outlook'
import type { Stamp } from './known'

/** `14:02` of today, `12 May, 14:02` of another day, in the zone of whoever looks. */
export function formatClock(moment: number, now: number, zone: string): string {
  const { day, time } = inZone(moment, zone)
  const today = inZone(now, zone).day
  return day === today ? time.slice(0, 5) : `${shortDay(day, today)}, ${time.slice(0, 5)}`
}

/** `at 14:02` of today, `on 12 May at 14:02` of another day, in a sentence. */
export function describeWhen(moment: number, now: number, zone: string): string {
  const { day, time } = inZone(moment, zone)
  const today = inZone(now, zone).day
  return `${day === today ? '' : `on ${shortDay(day, today)} `}at ${time.slice(0, 5)}`
}

/** `as of 14:02 from Turn off autocharge by you`. */
export function describeStamp({ at, from }: Stamp, { now, zone }: { now: number; zone: string }): string {
  return `as of ${formatClock(Date.parse(at), now, zone)}${from && ` ${from}`}`
}

/** The stamp of the oldest of some facts: together they are as old as that one. Null where none is known. */
export function oldestOf(stamps: readonly (Stamp | undefined)[]): Stamp | null {
  return stamps.reduce<Stamp | null>((oldest, stamp) => (stamp && (!oldest || stamp.at < oldest.at) ? stamp : oldest), null)
}

type Seen = { status: string; endDate: string | null }
type AgingContext = {
  /** When what is shown was observed. */
  seen: Stamp | null
  /** Day of the newest charge for the same product, in service time. */
  paidOn: string | null
  /** What the end of the term brings. */
  outlook: Outlook
  now: number
  zone: string
}

const over = new Set(['expired', 'disabled', 'suspended', 'frozen'])

/** Why what is shown of a subscription may be out of date (service-facts 2.6: a renewal takes up to 30 minutes); null where nothing says so. */
export function describeAge({ status, endDate }: Seen, { seen, paidOn, outlook, now, zone }: AgingContext): string | null {
  const end = momentOf(endDate)
  const seenOn = seen && inZone(Date.parse(seen.at), zone).day
  if (paidOn !== null && seenOn !== null && paidOn > seenOn)
    return `A charge on ${formatDay(paidOn)} is newer than this. The subscription may have renewed, so refresh before you act.`
  if (end === null || over.has(status)) return null
  if (end <= now) return 'The end date has passed. The subscription may have renewed or ended, so refresh before you act.'
  if (inZone(end, zone).day !== inZone(now, zone).day) return null
  if (outlook === 'renews') return 'It renews today, so what is shown may change within minutes.'
  return outlook === 'may-renew' ? 'It may renew today, so what is shown may change within minutes.' : null
}
