import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAfter, iso, startOfDay } from '@/lib/core/dates'
import { earliestDay, renewsOn, serviceDay } from './renews-on'

const minute = 60_000
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Europe/Berlin', 'Pacific/Kiritimati', 'Africa/Cairo', 'Asia/Kathmandu']

/** The days around one that renew when they are sent at a moment. */
const renewing = (day: string, at: string, zone: string, ahead?: number) =>
  [-1, 0, 1, 2].map((away) => daysAfter(day, away)).filter((each) => renewsOn(each, Date.parse(at), { zone, ahead }))

describe('the day it is at the service renews, and so does the next in the last minute before midnight', () => {
  it.each([
    ['UTC', '2026-03-01T00:00:00.000Z', '2026-03-01', false],
    ['UTC', '2026-03-01T23:58:59.999Z', '2026-03-01', false],
    ['UTC', '2026-03-01T23:59:00.000Z', '2026-03-01', true],
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01', true],
    ['UTC', '2026-03-02T00:00:00.000Z', '2026-03-02', false],
    ['Asia/Tokyo', '2026-03-01T14:58:59.999Z', '2026-03-01', false],
    ['Asia/Tokyo', '2026-03-01T14:59:00.000Z', '2026-03-01', true],
    ['America/New_York', '2026-03-09T03:59:00.000Z', '2026-03-08', true], // the day that has 23 hours
    ['Europe/Berlin', '2026-03-28T22:59:00.000Z', '2026-03-28', true], // the night before the clocks go forward
    ['Europe/Berlin', '2026-03-29T21:58:59.999Z', '2026-03-29', false], // the day that has 23 hours
    ['Europe/Berlin', '2026-03-29T21:59:00.000Z', '2026-03-29', true],
    ['Europe/Berlin', '2026-10-25T21:59:00.000Z', '2026-10-25', false], // the day that has 25 hours
    ['Europe/Berlin', '2026-10-25T22:59:00.000Z', '2026-10-25', true],
    ['Africa/Cairo', '2026-04-23T21:58:59.999Z', '2026-04-23', false], // after which 00:00 is skipped
    ['Africa/Cairo', '2026-04-23T21:59:00.000Z', '2026-04-23', true],
    ['Pacific/Kiritimati', '2026-03-01T09:59:30.000Z', '2026-03-01', true],
  ])('in %s at %s, on %s: the next day too is %s', (zone, at, today, next) => {
    expect(serviceDay(Date.parse(at), { zone })).toBe(today)
    expect(renewing(today, at, zone)).toEqual(next ? [today, daysAfter(today, 1)] : [today])
  })

  it('and where a zone skips a day, that day counts with the one after it', () => {
    expect(renewing('2011-12-30', '2011-12-30T09:59:30.000Z', 'Pacific/Apia')).toEqual(['2011-12-29', '2011-12-30', '2011-12-31'])
  })

  it('exactly from a minute before the day begins until it ends, on every day of every zone', () => {
    const day = fc.date({ min: new Date('2015-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    const ahead = fc.integer({ min: -15 * minute, max: 15 * minute })
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), ahead, (date, zone, ahead) => {
        const key = iso(date.getTime()).slice(0, 10)
        const begins = startOfDay(key, zone) - ahead
        const ends = startOfDay(daysAfter(key, 1), zone) - ahead
        const at = [begins - minute - 1, begins - minute, begins, ends - 1, ends]
        expect(at.map((moment) => renewsOn(key, moment, { zone, ahead }))).toEqual([false, true, true, true, false])
      }),
      { numRuns: 500 },
    )
  })
})

describe('where the clocks seem to differ by more than a quarter of an hour, the day by either renews', () => {
  it.each([
    ['26 hours behind, as a cache’s old answer says', -26, '2026-03-02T12:00:00.000Z', ['2026-03-01', '2026-03-02']],
    ['26 hours ahead', 26, '2026-03-01T12:00:00.000Z', ['2026-03-01', '2026-03-02']],
    ['three hours behind, across midnight', -3, '2026-03-02T02:00:00.000Z', ['2026-03-01', '2026-03-02']],
    ['three hours behind, on the same day', -3, '2026-03-01T12:00:00.000Z', ['2026-03-01']],
  ])('%s (%i h) at %s', (_, hours, at, days) => {
    expect(renewing('2026-03-01', at, 'UTC', hours * 60 * minute)).toEqual(days)
  })
})

it.each([
  ['ten years ahead', 87_600, '2026-03-02'],
  ['26 hours behind', -26, '2026-03-01'],
  ['a minute behind', -1 / 60, '2026-03-01'],
  ['a minute ahead', 1 / 60, '2026-03-02'],
])('the earliest day is the earlier one where the service’s clock is said to be %s', (_, hours, day) => {
  const at =
    hours === -1 / 60 ? '2026-03-02T00:00:30.000Z' : hours === 1 / 60 ? '2026-03-01T23:59:30.000Z' : '2026-03-02T12:00:00.000Z'
  expect(earliestDay(Date.parse(at), { zone: 'UTC', ahead: hours * 60 * minute })).toBe(day)
})

describe('the service’s clock decides, as it was measured', () => {
  it.each([
    ['90 s ahead', 90_000, '2026-03-01T23:57:29.999Z', ['2026-03-01']],
    ['90 s ahead', 90_000, '2026-03-01T23:57:30.000Z', ['2026-03-01', '2026-03-02']],
    ['90 s ahead', 90_000, '2026-03-01T23:58:30.000Z', ['2026-03-02']],
    ['90 s behind', -90_000, '2026-03-02T00:00:29.999Z', ['2026-03-01']],
    ['90 s behind', -90_000, '2026-03-02T00:00:30.000Z', ['2026-03-01', '2026-03-02']],
    ['90 s behind', -90_000, '2026-03-02T00:01:30.000Z', ['2026-03-02']],
  ])('%s (%i ms) at %s', (_, ahead, at, days) => {
    expect(renewing('2026-03-01', at, 'UTC', ahead)).toEqual(days)
  })
})
