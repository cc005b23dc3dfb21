import { expect, it } from 'vitest'
import { actionLike, openAction } from '@/lib/commands/action-for-tests'
import { answerLines, sentLines } from './entry-wire'

const commands = [
  { name: 'changeAutochargeStatus', words: 'Change autocharge', method: 'POST', path: '/api/v2/buyers/{buyerId}/x' },
]

it('shows method, path and body of what was sent', () => {
  expect(sentLines(actionLike(), commands)).toBe(
    'POST /api/v2/buyers/31d21526-a9d9-4b2f-ae75-32594eee2787/x\n\n{\n  "autochargeStatus": false,\n  "reason": "Asked by phone"\n}',
  )
})

it('still shows a command that no longer exists', () => {
  expect(sentLines(actionLike({ operation: 'merged' }), commands)).toContain('merged {')
})

it('shows the body of what was done once it is read', () => {
  expect(answerLines(actionLike(), { data: 1 })).toBe('200\n\n{\n  "data": 1\n}')
  expect(answerLines(actionLike({ answer: { status: 204, code: null, detail: null, traceId: null, fields: [] } }))).toBe(
    '204, empty',
  )
})

it('never shows our own status as an answer of the service', () => {
  expect(answerLines(openAction())).toBe('nothing readable\nThe service hasn’t answered yet.')
})

it('shows code and fields of a refusal', () => {
  const answer = { status: 409, code: '3000', detail: 'Taken', traceId: 'a1', fields: [{ field: 'email', title: 'Used' }] }
  expect(answerLines(actionLike({ state: 'refused', answer }))).toBe('409, code 3000\nTaken\nemail: Used')
})
