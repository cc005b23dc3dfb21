// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { GivenAmount } from './given-amount'

afterEach(cleanup)

it.each([
  '0.00',
  '152.46',
  '8712',
  '16335',
  '1234567.50',
  '-98765.43',
  '+16335',
  '−35.09',
  '12345678901234567890.123',
  'v2-odd',
  '',
])('reads and copies %j as it was given', (amount) => {
  expect(render(<GivenAmount amount={amount} />).container.textContent).toBe(amount)
})

it('is a dash where nothing was given, never a zero', () => {
  expect(render(<GivenAmount amount={null} />).container.textContent).toBe('–')
})
