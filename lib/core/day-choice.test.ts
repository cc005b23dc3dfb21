import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { daysAfter, formatDay, longDay } from './dates'
import { quickDays, readDay } from './day-choice'

const today = '2026-11-22'
const bounds = { min: '2026-11-23', max: '2099-12-31' }

describe('a typed day', () => {
  it.each([
    ['15 sep', '2027-09-15'],
    ['15 Sept.', '2027-09-15'],
    ['15th of September', '2027-09-15'],
    ['sep 15', '2027-09-15'],
    ['September 15th, 2028', '2028-09-15'],
    ['15sep', '2027-09-15'],
    ['  1  december ', '2026-12-01'],
    ['22 nov', '2027-11-22'],
    ['23 nov', '2026-11-23'],
    ['29 feb', '2028-02-29'],
    ['15.9.', '2027-09-15'],
    ['15.9', '2027-09-15'],
    ['5.1.28', '2028-01-05'],
    ['15. 9. 2027', '2027-09-15'],
    ['15.09.2027', '2027-09-15'],
    ['2027-09-15', '2027-09-15'],
    ['2026-11-22', '2026-11-22'],
    ['1 jan 2020', '2020-01-01'],
    ['tomorrow', '2026-11-23'],
    ['in a day', '2026-11-23'],
    ['in 3 weeks', '2026-12-13'],
    ['In 1 Week', '2026-11-29'],
    ['in 10 days', '2026-12-02'],
    ['in 3 months', '2027-02-22'],
    ['in a year', '2027-11-22'],
  ])('%s is %s', (typed, day) => {
    expect(readDay(typed, today)).toBe(day)
  })

  it.each([
    '',
    '15',
    'sep',
    '3/4',
    '15/9',
    '31 jun',
    '29 feb 2027',
    '0.9.',
    '15.13.',
    'in 3',
    'in 0x3 days',
    '15 se',
    'soon',
    '15 sep 27th',
  ])('%o is none', (typed) => {
    expect(readDay(typed, today)).toBeNull()
  })

  it('counts months to the last day where a month has no such day', () => {
    expect(readDay('in a month', '2027-01-31')).toBe('2027-02-28')
    expect(readDay('in 1 year', '2028-02-29')).toBe('2029-02-28')
  })

  it('reads every day as it is written on screen and in letters', () => {
    const day = fc.integer({ min: 1, max: 26_000 }).map((away) => daysAfter(today, away))
    fc.assert(
      fc.property(day, (key) => {
        expect([readDay(key, today), readDay(formatDay(key), today), readDay(longDay(key), today)]).toEqual([key, key, key])
      }),
    )
  })
})

describe('days at one press', () => {
  it.each([
    ['of a year', '2027-08-25', { months: 12, days: 336 }, ['2027-09-01', '2027-09-24', '2027-09-25', '2028-08-25']],
    [
      'from a month with 31 days',
      '2027-01-31',
      { months: 3, days: 84 },
      ['2027-02-07', '2027-03-02', '2027-02-28', '2027-04-30'],
    ],
    ['told in days alone', '2027-08-25', { months: null, days: 84 }, ['2027-09-01', '2027-09-24', '2027-09-25', '2027-11-17']],
    ['of a month, which stands there already', '2027-08-25', { months: 1, days: 28 }, ['2027-09-01', '2027-09-24', '2027-09-25']],
    ['that is not known', '2027-08-25', null, ['2027-09-01', '2027-09-24', '2027-09-25']],
    ['that ends after what the service takes', '2099-12-20', { months: 12, days: 336 }, ['2099-12-27']],
  ])('for a term %s', (_, from, term, days) => {
    expect(quickDays(from, term, bounds).map(({ day }) => day)).toEqual(days)
  })

  it('are never today or before', () => {
    const from = fc.integer({ min: -40, max: 40 }).map((away) => daysAfter(today, away))
    fc.assert(
      fc.property(from, (day) => {
        for (const quick of quickDays(day, { months: 3, days: 84 }, bounds)) expect(quick.day > today).toBe(true)
      }),
    )
  })
})
