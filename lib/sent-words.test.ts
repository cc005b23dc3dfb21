import { expect, it } from 'vitest'
import { problem } from './problem'
import { sentWords } from './sent-words'

const { problem: lost } = problem('unconfirmed', 'The service has not answered yet.', { traceId: 'a1' })

it('says of a lost answer that nobody knows, and never that it went wrong', () => {
  const words = sentWords({ outcome: 'unconfirmed', problem: lost }, 'Autocharge is off.')
  expect(words).toMatchObject({ kind: 'unconfirmed', title: 'We do not know whether this was applied', traceId: 'a1' })
  expect([words.title, ...words.says].join(' ')).not.toMatch(/fail|error/i)
})

it('says the fields of a refusal too', () => {
  const { problem: refused } = problem('conflict', 'Taken.', { fields: [{ field: 'email', title: 'Another buyer has it.' }] })
  expect(sentWords({ outcome: 'refused', problem: refused }, '')).toMatchObject({
    title: 'Refused',
    says: ['The service did not change anything.', 'Taken.', 'Another buyer has it.'],
  })
})
