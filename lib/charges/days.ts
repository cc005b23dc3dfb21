import { serviceTime } from '@/lib/core/dates'
import { isReadable } from './order-facts'
import { isEntry, type TimelineRow } from './timeline'

/** Rows of one day, in the order given. `day` is null where the first of them has no readable time. */
export type Day = { day: string | null; rows: TimelineRow[] }

/** Rows under their day as the service gives it. An order without a day stays with its neighbour: its place in the list is all that is known. */
export function daysOf(timeline: readonly TimelineRow[]): Day[] {
  const days: Day[] = []
  for (const row of timeline) {
    const day = dayOf(row)
    const current = days.at(-1)
    if (current && (day === null || day === current.day)) current.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

function dayOf(row: TimelineRow): string | null {
  if (isEntry(row)) return row.time.slice(0, 10)
  return isReadable(row) ? (serviceTime(row.createdAt)?.day ?? null) : null
}
