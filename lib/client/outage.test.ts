import { expect, test } from 'vitest'
import { type ProblemKind, problem, problemKinds } from '@/lib/core/problem'
import { mayHeal, outageOf } from './outage'

test('only what the service may take back comes back without anybody’s doing', () => {
  const healing = problemKinds.filter((kind) => mayHeal(problem(kind, 'No.')))
  expect(healing).toEqual<ProblemKind[]>(['refused', 'unavailable'])
  expect(mayHeal(null)).toBe(false)
})

test.each([
  [problem('unavailable', 'The service returned error 500 without a reason.', { code: '500' }), 'The service isn’t answering.'],
  [problem('refused', 'The service refused this merchant account’s keys.', { code: 'x' }), 'The service refused our keys.'],
  [
    problem('unavailable', 'We couldn’t reach the dashboard. Check your internet connection.'),
    'We couldn’t reach the dashboard.',
  ],
  [
    problem('unavailable', 'You’ve reached the limit of 300 buyers per minute. Wait 9 seconds.', { status: 429, code: 'limit' }),
    'You’ve reached the limit of 300 buyers per minute.',
  ],
])('names what is in the way: %#', ({ problem: given }, says) => {
  expect(outageOf(given).says).toBe(says)
})
