import { expect, it } from 'vitest'
import { invalid, problem } from './problem'
import { describeField, describeProblem, problemDetails } from './problem-words'

const { problem: refused } = problem('invalid', 'Validation failed', {
  code: '0',
  traceId: 'da685e022db52df88ecd58b37ac34121',
  uuid: '45beacf7-54f7-4706-836c-0019c0c0f6d2',
  fields: [
    {
      field: 'autochargeStatus',
      title: 'Must be disabled when a reason or a comment is given.',
      values: { autochargeStatus: true, reason: 'Asked by phone', comment: null, note: '' },
    },
    { field: 'reason', title: 'Too long.', values: '255' },
    { field: '', title: 'Not now.' },
  ],
})

it('tells every field that no form has, in full, with its values', () => {
  expect(problemDetails(refused, (field) => field === 'reason').fields).toEqual([
    {
      name: 'autochargeStatus',
      title: 'Must be disabled when a reason or a comment is given.',
      values: 'autochargeStatus: true, reason: Asked by phone, comment: null, note: ""',
    },
    { name: '', title: 'Not now.', values: null },
  ])
  expect(problemDetails(refused).fields).toHaveLength(3)
})

it('copies all of it, the form’s own fields too', () => {
  expect(problemDetails(refused, () => true).copy.split('\n')).toEqual([
    'Validation failed',
    'autochargeStatus: Must be disabled when a reason or a comment is given. (autochargeStatus: true, reason: Asked by phone, comment: null, note: "")',
    'reason: Too long. (255)',
    'Not now.',
    'code 0',
    'uuid 45beacf7-54f7-4706-836c-0019c0c0f6d2',
    'trace da685e022db52df88ecd58b37ac34121',
  ])
})

it('names a field in one sentence', () => {
  expect(describeField({ field: 'currency', title: 'Not accepted.' })).toBe('currency: Not accepted.')
})

const words = (cause: Error) => {
  const { title, advice } = describeProblem(cause)
  return [title, advice]
}

it.each(['changed', 'decided', '2107', null])('tells of a conflict with a change (%s) that something changed', (code) => {
  const changed = ['Something changed in the meantime', 'Review the latest details before you continue.']
  expect(words(problem('conflict', 'A colleague was first.', { code }))).toEqual(changed)
})

it('tells of a refusal that’s about no change only what it says itself', () => {
  const last = problem('conflict', 'This is the last admin. Make somebody else an admin first.', { code: 'last_admin' })
  expect(words(last)).toEqual(['This isn’t possible now', ''])
})

it('tells people to fix highlighted fields only where a field is named', () => {
  const named = [{ field: 'reason', title: 'Enter a reason' }]
  expect(words(invalid(named))).toEqual(['Check the highlighted fields', 'Fix the highlighted fields and try again.'])
  expect(words(invalid([{ field: '', title: 'Enter what to change' }]))).toEqual(['Check what you entered', ''])
  expect(words(problem('invalid', 'No passkey was used. Try again.', { code: 'passkey_not_used' }))[1]).toBe('')
})

it('adds nothing to a form that was sent before with other details, which says what to do itself', () => {
  const detail = 'This form was already sent with other details. Check what’s already there, then try again.'
  expect(describeProblem(problem('conflict', detail, { code: 'action_id_used' }))).toMatchObject({ detail, advice: '' })
})
