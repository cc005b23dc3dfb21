import { expect, test } from 'vitest'
import { describeWhen, formatAsOf } from './effect-words'

const now = Date.parse('2025-05-14T14:06:00Z')

test.each([
  [{ from: null, until: '2025-06-30T14:55:00Z' }, 'until 30 Jun'],
  [{ from: '2025-06-30T14:55:00Z', until: '2025-06-30T14:55:00Z' }, '30 Jun, 14:55'],
  [{ from: '2025-06-30T14:55:00Z', until: null }, 'from 30 Jun'],
  [{ from: '2025-05-14T14:06:00Z', until: null }, 'from now'],
  [{ from: '2025-05-14T14:11:00Z', until: '2025-05-14T14:36:00Z' }, '14:11 to 14:36'],
  [{ from: '2025-05-14T23:50:00Z', until: '2025-05-15T00:15:00Z' }, '14 May to 15 May'],
  [{ from: '2026-01-05T00:00:00Z', until: '2026-01-05T23:59:59Z' }, '5 Jan 2026'],
  [{ from: null, until: '2025-05-14T18:00:00Z' }, 'until 18:00'],
  [{ from: null, until: null }, ''],
])('%j is told as "%s"', (later, words) => {
  expect(describeWhen(later, 'UTC', now)).toBe(words)
})

test('days are those of the given zone', () => {
  expect(describeWhen({ from: null, until: '2025-06-30T23:00:00Z' }, 'Europe/Berlin', now)).toBe('until 1 Jul')
})

test('the age of a fact names its day where that is not today', () => {
  expect(formatAsOf('2025-05-14T14:02:31Z', 'UTC', now)).toBe('as of 14:02')
  expect(formatAsOf('2025-05-12T09:30:00Z', 'UTC', now)).toBe('as of 12 May, 09:30')
})
