import { expect, it } from 'vitest'
import { chartPeriods, formatPeriod, holdsMonth, isPeriod, periodDays } from './periods'

it('months stand without gaps, over a year at least', () => {
  expect(chartPeriods(['2026-11', '', '2026-09'])).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
  ])
  expect(chartPeriods(['2024-12', '2026-11'])).toHaveLength(24)
  expect(chartPeriods([''])).toEqual([])
})

it('more than 24 months stand as quarters', () => {
  expect(chartPeriods(['2024-11', '2026-11'])).toEqual([
    ...['2024-Q4', '2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4'],
  ])
})

it('a period holds its months, and knows its days and its name', () => {
  expect(['2026-06', '2026-07', '2026-09', '2025-08', ''].map((month) => holdsMonth('2026-Q3', month))).toEqual([
    ...[false, true, true, false, false],
  ])
  expect([holdsMonth('2026-10', '2026-10'), holdsMonth('2026-10', '')]).toEqual([true, false])
  expect([periodDays('2024-02'), periodDays('2026-Q3')]).toEqual([
    { from: '2024-02-01', to: '2024-02-29' },
    { from: '2026-07-01', to: '2026-09-30' },
  ])
  expect([formatPeriod('2026-10'), formatPeriod('2026-Q3')]).toEqual(['Oct 2026', 'Q3 2026'])
  expect(['2026', '2026-13', '2026-Q5', '2026-1'].map(isPeriod)).toEqual([false, false, false, false])
})
