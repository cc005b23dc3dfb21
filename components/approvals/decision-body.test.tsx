// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { describeOutcome } from '@/lib/commands/client/outcome-words'
import { problem } from '@/lib/core/problem'
import { SentNotice } from './decision-body'

afterEach(cleanup)

test('what the service refuses of an approved command is told in full', () => {
  const refused = problem('invalid', 'Validation failed', {
    code: '0',
    traceId: 'da685e022db52df88ecd58b37ac34121',
    uuid: '45beacf7-54f7-4706-836c-0019c0c0f6d2',
    fields: [{ field: 'autochargeStatus', title: 'Must be disabled.', values: { reason: 'Asked by phone' } }],
  }).problem
  render(<SentNotice {...describeOutcome({ kind: 'refused', problem: refused, replayed: false }, '')} />)
  expect(screen.getByRole('listitem').textContent).toBe('autochargeStatus: Must be disabled. (reason: Asked by phone)')
  expect(screen.getByRole('alert').textContent).toMatch(/Refused.*Validation failed.*code 0.*uuid.*trace/)
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy()
})
