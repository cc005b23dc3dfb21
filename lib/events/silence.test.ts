import { describe, expect, it } from 'vitest'
import { startOfDay, timeIn } from '@/lib/core/dates'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { type Hours, quietSince } from './silence'

const quiet = (hours: Hours, lastAt: number, now: number, zone = 'UTC') => quietSince(hours, { lastAt, from: lastAt, now }, zone)

const hour = 3_600_000
const begin = Date.parse('2026-10-05T00:00:00.000Z') // a Monday

/** Events of days, at random moments, `rate` of an hour many in it. */
function generated(days: number, rate: (hourOfDay: number, weekday: number) => number, seed: number): number[] {
  const random = randomFrom(seed)
  const moments: number[] = []
  for (let at = begin; at < begin + days * 24 * hour; at += hour) {
    const date = new Date(at)
    for (let left = rate(date.getUTCHours(), date.getUTCDay()); left > 0; left -= 1)
      if (random() < left) moments.push(at + random() * hour)
  }
  return moments.toSorted((a, b) => a - b)
}

function hoursUntil(moments: readonly number[], until: number): Hours {
  const hours = new Map<string, number>()
  for (const at of moments.filter((each) => each <= until)) {
    const key = new Date(at).toISOString().slice(0, 13)
    hours.set(key, (hours.get(key) ?? 0) + 1)
  }
  return hours
}

describe('a pause is longer than usual', () => {
  const byDay = (hourOfDay: number) => (hourOfDay >= 8 && hourOfDay < 22 ? 40 : 2)
  const busy = generated(21, byDay, 1)
  const at = (time: string) => Date.parse(`2026-10-23T${time}:00.000Z`)
  const quietFrom = (from: string, until: string) => {
    const lastAt = at(from)
    return quiet(hoursUntil(busy, lastAt), lastAt, at(until))
  }

  it('after half an hour at a busy hour, and not before', () => {
    expect(quietFrom('14:00', '14:29')).toBeNull()
    expect(quietFrom('14:00', '14:31')).toBe(at('14:00'))
  })

  it('only after hours where little ever comes', () => {
    expect(quietFrom('01:00', '05:30')).toBeNull()
    expect(quietFrom('01:00', '08:30')).toBe(at('01:00'))
  })

  it('never while nobody knows what is usual', () => {
    const few = busy.filter((moment) => moment < begin + 6 * 24 * hour)
    const lastAt = few.at(-1) ?? 0
    expect(quiet(hoursUntil(few, lastAt), lastAt, lastAt + 24 * hour)).toBeNull()
    expect(quiet(new Map(), lastAt, lastAt + 24 * hour)).toBeNull()
  })
})

it.each([
  ['a shop with three events a day', () => 3 / 24],
  ['a shop that is closed at the weekend', (hourOfDay: number, day: number) => (day % 6 === 0 || hourOfDay < 8 ? 0 : 5)],
])('nothing is wrong in 28 days of %s', (_, rate) => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const moments = generated(28, rate, seed)
    for (const [place, lastAt] of moments.entries()) {
      const next = moments[place + 1] ?? lastAt
      if (next - lastAt >= hour / 2) expect(quiet(hoursUntil(moments, lastAt), lastAt, next)).toBeNull()
    }
  }
})

describe('where the clocks change', () => {
  const zone = 'Europe/Berlin'
  const hourIn = (at: number) => Number(timeIn(at, zone).slice(0, 2))
  const shop = (perHour: number) => (at: number) => (hourIn(at) >= 9 && hourIn(at) < 21 ? perHour : 0.2)
  const lives: [string, (at: number) => number][] = [
    ['a shop of 20 events an hour', shop(20)],
    ['a shop of 60 events an hour', shop(60)],
    ['nightly renewals at 03:00', (at) => (hourIn(at) === 3 ? 60 : 0.2)],
    ['nightly renewals at 03:00 by the service’s clock', (at) => (new Date(at).getUTCHours() === 3 ? 60 : 0.2)],
    ['a shop with renewals in the night', (at) => (hourIn(at) === 3 ? 200 : shop(20)(at))],
  ]

  /** How many false alarms there are in the week from a day on, after three weeks of such a life. */
  function alarmsInWeek(from: string, rate: (at: number) => number, seed: number): number {
    const weekBegin = startOfDay(from, zone)
    const random = randomFrom(seed)
    const moments: number[] = []
    for (let at = weekBegin - 21 * 24 * hour; at < weekBegin + 7 * 24 * hour; at += hour)
      for (let left = rate(at); left > 0; left -= 1) if (random() < left) moments.push(at + random() * hour)
    moments.sort((a, b) => a - b)
    const hours = new Map<string, number>()
    return moments.filter((lastAt, place) => {
      const key = new Date(lastAt).toISOString().slice(0, 13)
      hours.set(key, (hours.get(key) ?? 0) + 1)
      const next = moments[place + 1] ?? lastAt
      return lastAt >= weekBegin && next - lastAt >= hour / 2 && quiet(hours, lastAt, next, zone) !== null
    }).length
  }

  describe.each(lives)('%s', (_, rate) => {
    it.each([
      ['a week in June', '2026-06-15'],
      ['the end of summer time', '2026-10-25'],
      ['the week after it', '2026-10-26'],
      ['the second week after it', '2026-11-02'],
      ['the begin of summer time', '2026-03-29'],
      ['the week after that', '2026-03-30'],
    ])('gives no false alarm in %s', (__, from) => {
      for (const seed of [1, 2, 3]) expect(alarmsInWeek(from, rate, seed)).toBe(0)
    })
  })

  it('is silent after half an hour of a busy hour all the same', () => {
    const rate = shop(40)
    const begins = startOfDay('2026-10-05', zone)
    const lastAt = Date.parse('2026-10-26T13:00:00.000Z')
    const moments: number[] = []
    for (let at = begins; at < lastAt; at += hour)
      for (let left = rate(at); left > 0; left -= 1) moments.push(at + (left / rate(at)) * (hour - 1))
    expect(quiet(hoursUntil(moments, lastAt), lastAt, lastAt + 0.6 * hour, zone)).toBe(lastAt)
    expect(quiet(hoursUntil(moments, lastAt), lastAt, lastAt + 0.4 * hour, zone)).toBeNull()
  })
})
