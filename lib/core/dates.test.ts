import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dayHeading,
  dayIn,
  daysBetween,
  daysInMonth,
  exactTime,
  formatDay,
  inZone,
  isDay,
  momentOf,
  relativeDay,
  serviceTime,
  shortDay,
  timeIn,
} from './dates'

describe('serviceTime', () => {
  it.each([
    ['2025-03-04 09:08:41', { day: '2025-03-04', time: '09:08:41', zone: '' }],
    ['2025-03-04 09:08:41.000000', { day: '2025-03-04', time: '09:08:41', zone: '' }],
    ['2025-03-04T09:08:41+00:00', { day: '2025-03-04', time: '09:08:41', zone: '+00:00' }],
    ['2025-03-04T09:08:41Z', { day: '2025-03-04', time: '09:08:41', zone: 'Z' }],
    ['2024-02-29 23:59:59', { day: '2024-02-29', time: '23:59:59', zone: '' }],
    ['9999-12-31 00:00:00', { day: '9999-12-31', time: '00:00:00', zone: '' }],
    ['0000-00-00 00:00:00', null],
    ['0000-01-01 00:00:00', null],
    ['2026-13-45 10:00:00', null],
    ['2026-02-30 10:00:00', null],
    ['2025-02-29T10:00:00Z', null],
    ['2026-04-00 10:00:00', null],
    ['2026-04-01 25:00:00', null],
    ['2026-04-01 24:00:00', null],
    ['2026-04-01 10:60:00', null],
    ['2026-04-01 10:00:61', null],
    ['2026-04-01T10:00:00+31:00', null],
    ['yesterday', null],
    ['', null],
    [null, null],
  ])('reads %s', (text, read) => {
    expect(serviceTime(text)).toEqual(read)
  })
})

describe('days', () => {
  it('heads a day with its weekday', () => {
    expect(dayHeading('2025-05-12')).toBe('Mon 12 May 2025')
    expect(dayHeading('2024-02-29')).toBe('Thu 29 Feb 2024')
  })

  it('leaves the year out where it is this one', () => {
    expect(shortDay('2025-04-07', '2025-05-14')).toBe('7 Apr')
    expect(shortDay('2024-10-24', '2025-05-14')).toBe('24 Oct 2024')
  })

  it.each([
    ['2025-06-30', 'in 47 days'],
    ['2025-05-15', 'tomorrow'],
    ['2025-05-14', 'today'],
    ['2025-05-13', 'yesterday'],
    ['2025-04-01', '43 days ago'],
  ])('says of %s: %s', (day, words) => {
    expect(relativeDay(day, '2025-05-14')).toBe(words)
  })

  it('counts back what it counts forth', () => {
    const day = fc
      .date({ min: new Date('1970-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(daysBetween(a, b) + daysBetween(b, a)).toBe(0)
      }),
    )
  })
})

describe('moments', () => {
  it.each([
    ['2025-06-30T12:55:48+00:00', Date.UTC(2025, 5, 30, 12, 55, 48)],
    ['2025-06-30T12:55:48+02:00', Date.UTC(2025, 5, 30, 10, 55, 48)],
    ['2025-06-30 12:55:48', null],
    ['2025-06-30T12:55:48', null],
    ['soon+00:00', null],
    [null, null],
  ])('reads %s', (iso, moment) => {
    expect(momentOf(iso)).toBe(moment)
  })

  it('stand in the zone of whoever looks', () => {
    const moment = Date.UTC(2025, 4, 14, 23, 2, 31)
    expect(inZone(moment, 'UTC')).toEqual({ day: '2025-05-14', time: '23:02:31' })
    expect(inZone(moment, 'Asia/Tokyo')).toEqual({ day: '2025-05-15', time: '08:02:31' })
    expect(inZone(Date.UTC(2025, 4, 14), 'UTC').time).toBe('00:00:00')
    expect(exactTime(moment, 'Europe/Berlin')).toBe('15 May 2025 01:02:31 (Europe/Berlin)')
  })
})

describe('a moment', () => {
  it.each([
    ['2026-06-30T12:55:48Z', '2026-06-30T12:55:48.000Z'],
    ['2026-06-30T12:55:48.5+00:00', '2026-06-30T12:55:48.500Z'],
    ['2026-06-30T12:55:48+02:00', '2026-06-30T10:55:48.000Z'],
    ['2026-06-30T12:55:48+0200', '2026-06-30T10:55:48.000Z'],
    ['2026-06-30T12:55:48-0330', '2026-06-30T16:25:48.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(momentOf(text)).toBe(Date.parse(moment))
  })

  it.each([
    ['without a zone', '2026-06-30T12:55:48'],
    ['a day', '2026-06-30'],
    ['with a blank before it', ' 2026-06-30T12:55:48Z'],
    ['with a remark after it', '2026-06-30T12:55:48Z (noon)'],
    ['of no year', '0000-06-30T12:55:48Z'],
    ['of no month', '2026-13-30T12:55:48Z'],
    ['of no day', '2026-02-30T12:55:48Z'],
    ['of no hour', '2026-02-20T25:55:48Z'],
    ['a number', 1_782_824_148_000],
    ['in a list', ['2026-06-30T12:55:48Z']],
    ['nothing', undefined],
  ])('%s is none', (_, value) => {
    expect(momentOf(value)).toBeNull()
  })
})

it('a moment is a day and a time of day in its zone', () => {
  const noon = Date.UTC(2026, 5, 30, 12)
  expect([dayIn(noon, 'Pacific/Chatham'), timeIn(noon, 'Pacific/Chatham')]).toEqual(['2026-07-01', '00:45'])
  expect([dayIn(noon, 'Pacific/Marquesas'), timeIn(noon, 'Pacific/Marquesas')]).toEqual(['2026-06-30', '02:30'])
})

it('a day is told with the month in three letters, and without noughts before it', () => {
  const days = Array.from({ length: 12 }, (_, month) => formatDay(`2026-${String(month + 1).padStart(2, '0')}-07`))
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  expect(days).toEqual(months.map((month) => `7 ${month} 2026`))
})

it('days are those that a calendar has, in every month of every year of four digits', () => {
  const two = (count: number) => String(count).padStart(2, '0')
  for (let year = 1; year <= 9999; year += 1)
    for (let month = 1; month <= 12; month += 1) {
      const key = `${String(year).padStart(4, '0')}-${two(month)}`
      const last = new Date(new Date(0).setUTCFullYear(year, month, 0)).getUTCDate()
      if (daysInMonth(`${key}-01`) !== last || !isDay(`${key}-${last}`) || isDay(`${key}-${last + 1}`))
        expect.fail(`${key} has ${last} days`)
    }
})
