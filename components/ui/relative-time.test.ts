import { expect, test } from 'vitest'
import { relativeTime } from './relative-time'

const now = Date.parse('2025-05-14T12:00:00Z')

test.each([
  ['2025-05-14T11:59:30Z', 'just now'],
  ['2025-05-14T12:00:20Z', 'just now'],
  ['2025-05-14T11:52:00Z', '8 min ago'],
  ['2025-05-14T09:30:00Z', '2 h ago'],
  ['2025-05-13T11:00:00Z', '1 day ago'],
  ['2025-05-25T12:30:00Z', 'in 11 days'],
  ['2025-06-30T12:00:00Z', 'in 47 days'],
  ['2025-01-06T12:00:00Z', '4 months ago'],
  ['2022-01-06T12:00:00Z', '3 years ago'],
])('%s is %s', (at, words) => {
  expect(relativeTime(Date.parse(at), now)).toBe(words)
})
