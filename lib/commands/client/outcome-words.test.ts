import { expect, it } from 'vitest'
import { problem } from '@/lib/core/problem'
import { advice } from '@/lib/core/problem-copy'
import { noAnswer } from './command-outcome'
import { describeOutcome } from './outcome-words'

const { problem: lost } = problem('unconfirmed', 'The service hasn’t answered yet.', { traceId: 'a1' })

it('says of a lost answer that nobody knows, and never that it went wrong', () => {
  const unconfirmed = {
    kind: 'unconfirmed',
    problem: lost,
    actionId: 'a',
    answer: undefined,
    replayed: false,
    version: null,
  } as const
  const words = describeOutcome(unconfirmed, 'Autocharge is off.')
  expect(words).toMatchObject({
    kind: 'unconfirmed',
    title: 'We do not know whether this was applied',
    details: { traceId: 'a1' },
  })
  expect([words.title, ...words.says].join(' ')).not.toMatch(/fail|error/i)
})

it('tells the fields of a refusal in full', () => {
  const { problem: refused } = problem('conflict', 'Taken.', { fields: [{ field: 'email', title: 'Another buyer has it.' }] })
  expect(describeOutcome({ kind: 'refused', problem: refused, replayed: false }, '')).toMatchObject({
    title: 'Refused',
    says: ['Nothing was changed.', 'Taken.'],
    details: { fields: [{ name: 'email', title: 'Another buyer has it.', values: null }] },
  })
})

it('says that the connection broke where the dashboard itself did not answer', () => {
  expect(describeOutcome(noAnswer(), '')).toMatchObject({
    title: 'We do not know whether this was applied',
    says: ['The connection dropped before the dashboard answered.', advice.unconfirmed],
  })
})

it('of one that was turned away before anybody looked nobody says that it was not sent', () => {
  const { problem: forbidden } = problem('forbidden', 'This needs the manager role.')
  const { title } = describeOutcome({ kind: 'not-sent', problem: forbidden, replayed: false, mayBeBegun: true }, '')
  expect(title).toBe('We do not know whether this was applied')
})
