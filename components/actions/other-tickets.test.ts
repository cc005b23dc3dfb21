import { expect, it } from 'vitest'
import { action } from './actions-for-tests'
import { doneForOthers } from './other-tickets'

const now = Date.parse('2026-05-14T12:00:00Z')
const done = { ticket: 'T-2', at: '2026-05-13T12:00:00Z' }

it.each([
  ['done for another ticket counts', done, 1],
  ['settled as happened counts', { ...done, state: 'unconfirmed', settledAs: 'happened' }, 1],
  ['done for this ticket does not', { ...done, ticket: 'T-1' }, 0],
  ['done without a ticket does not', { ...done, ticket: null }, 0],
  ['refused does not', { ...done, state: 'refused' }, 0],
  ['unconfirmed does not', { ...done, state: 'unconfirmed' }, 0],
  ['done a week ago does not', { ...done, at: '2026-05-07T11:59:59Z' }, 0],
] as const)('what was %s', (_, changes, count) => {
  expect(doneForOthers([action(changes)], 'T-1', now)).toHaveLength(count)
})
