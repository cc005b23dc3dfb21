import { dayMs, hourMs } from '@/lib/core/dates'

/** How many events came in each hour (`2026-11-22T03`, in UTC). */
export type Hours = ReadonlyMap<string, number>

/** The days that are looked back on. With fewer than the minimum nobody knows what is usual, so nothing is said. */
export const usualDays = 14
const minDays = 7
const shortestMs = hourMs / 2
/**
 * A pause is too long where one in a hundred thousand would be as long, had as many come as usually do at those hours. With a more common
 * pause a shop of three events a day would give a false alarm every few months.
 */
const minExpected = Math.log(100_000)

/** When the last event came, and from when until when the next was waited for; in milliseconds. */
type Pause = { lastAt: number; from: number; now: number }

/** Since when an account has sent nothing for longer than usual, in milliseconds; null where that is no surprise. */
export function quietSince(hours: Hours, { lastAt, from, now }: Pause): number | null {
  const first = [...hours.keys()].toSorted()[0]
  if (first === undefined || now - from < shortestMs) return null
  const begin = Math.max(Date.parse(`${first}:00:00.000Z`), lastAt - usualDays * dayMs)
  const days = (lastAt - begin) / dayMs
  if (days < minDays) return null
  const expected = expectedIn(usualOf(hours, begin, lastAt), days, from, now)
  return expected >= minExpected ? lastAt : null
}

/** What came at each hour of the day, and how much of it on each day of the week. */
type Usual = { byHour: number[]; byWeekday: number[]; all: number }

function usualOf(hours: Hours, from: number, until: number): Usual {
  const usual: Usual = { byHour: Array<number>(24).fill(0), byWeekday: Array<number>(7).fill(0), all: 0 }
  for (const [hour, count] of hours) {
    const at = new Date(`${hour}:00:00.000Z`)
    if (at.getTime() + hourMs <= from || at.getTime() > until) continue
    usual.byHour[at.getUTCHours()] = (usual.byHour[at.getUTCHours()] ?? 0) + count
    usual.byWeekday[at.getUTCDay()] = (usual.byWeekday[at.getUTCDay()] ?? 0) + count
    usual.all += count
  }
  return usual
}

/** How many would usually have come in a pause. On days of the week with less than others, less is expected and never more. */
function expectedIn({ byHour, byWeekday, all }: Usual, days: number, from: number, until: number): number {
  // Of few it is hardly known how many are usual, so fewer are expected.
  const surely = Math.max(0, 1 - 2 / Math.sqrt(all))
  let expected = 0
  for (let at = from; at < until && expected < minExpected; ) {
    const next = Math.min(until, (Math.floor(at / hourMs) + 1) * hourMs)
    const day = new Date(at)
    const weekday = Math.min(1, ((byWeekday[day.getUTCDay()] ?? 0) * 7) / all)
    expected += ((byHour[day.getUTCHours()] ?? 0) / days) * surely * weekday * ((next - at) / hourMs)
    at = next
  }
  return expected
}
