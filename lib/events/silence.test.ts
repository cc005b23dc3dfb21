import { describe, expect, it } from 'vitest'
import { randomFrom } from '@/lib/platform/random-for-tests'
import { type Hours, quietSince } from './silence'

const quiet = (hours: Hours, lastAt: number, now: number) => quietSince(hours, { lastAt, from: lastAt, now })

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
