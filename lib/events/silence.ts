import { dayMs, hourMs, inZone } from '@/lib/core/dates'

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

/** Since when an account has sent nothing for longer than usual, in milliseconds; null where that is no surprise. `zone` is where its shop is. */
export function quietSince(hours: Hours, { lastAt, from, now }: Pause, zone: string): number | null {
  const first = [...hours.keys()].toSorted()[0]
  if (first === undefined || now - from < shortestMs) return null
  const begin = Math.max(Date.parse(`${first}:00:00.000Z`), lastAt - usualDays * dayMs)
  const days = (lastAt - begin) / dayMs
  if (days < minDays) return null
  const expected = expectedIn(usualOf(hours, begin, lastAt, zone), days, { from, until: now, zone })
  return expected >= minExpected ? lastAt : null
}

/** What came at each hour of the day, on the clock of the shop and in UTC, and how much of it on each day of the week. */
type Usual = { byHour: number[]; byUtcHour: number[]; byWeekday: number[]; all: number }

/** Where an hour that begins at a moment has its place. */
function placeOf(moment: number, zone: string): { hour: number; utcHour: number; weekday: number } {
  const { day, time } = inZone(moment, zone)
  return { hour: Number(time.slice(0, 2)), utcHour: new Date(moment).getUTCHours(), weekday: new Date(day).getUTCDay() }
}

function usualOf(hours: Hours, from: number, until: number, zone: string): Usual {
  const none = (length: number) => Array<number>(length).fill(0)
  const usual: Usual = { byHour: none(24), byUtcHour: none(24), byWeekday: none(7), all: 0 }
  const add = (counts: number[], place: number, count: number) => {
    counts[place] = (counts[place] ?? 0) + count
  }
  for (const [key, count] of hours) {
    const at = Date.parse(`${key}:00:00.000Z`)
    if (at + hourMs <= from || at > until) continue
    const { hour, utcHour, weekday } = placeOf(at, zone)
    add(usual.byHour, hour, count)
    add(usual.byUtcHour, utcHour, count)
    add(usual.byWeekday, weekday, count)
    usual.all += count
  }
  return usual
}

/**
 * How many would usually have come in a pause. On days of the week with less than others, less is expected and never more. Buyers go by the clocks of
 * their country and the service perhaps by UTC, so for two weeks after the clocks have changed only what is usual by both is expected.
 */
function expectedIn(usual: Usual, days: number, { from, until, zone }: { from: number; until: number; zone: string }): number {
  // Of few it is hardly known how many are usual, so fewer are expected.
  const surely = Math.max(0, 1 - 2 / Math.sqrt(usual.all))
  let expected = 0
  for (let at = from; at < until && expected < minExpected; ) {
    const begin = Math.floor(at / hourMs) * hourMs
    const next = Math.min(until, begin + hourMs)
    const { hour, utcHour, weekday } = placeOf(begin, zone)
    const inHour = Math.min(usual.byHour[hour] ?? 0, usual.byUtcHour[utcHour] ?? 0) / days
    const ofDay = Math.min(1, ((usual.byWeekday[weekday] ?? 0) * 7) / usual.all)
    expected += inHour * surely * ofDay * ((next - at) / hourMs)
    at = next
  }
  return expected
}
