// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '@/lib/core/problem'
import { newLine } from '@/lib/prices/workbench'
import { NoReceipt } from './chosen-price'

afterEach(cleanup)

const option = { key: 'b-1', name: '', lines: [newLine('p-1', { product: 'NWPLUS1', coupon: 'SPRING25' })] }
const marks = { code: '3000', traceId: 'da685e022db52df88ecd58b37ac34121', uuid: '45beacf7-54f7-4706-836c-0019c0c0f6d2' }

test('what the service refuses of a price is told in full but for what stands on a line', () => {
  const fields = [
    { field: 'currency', title: 'Is not taken.', values: { currency: 'XXX' } },
    { field: 'bundles[0].products[0].couponCode', title: 'The coupon is not valid.' },
    { field: 'x-buyer-ip', title: 'Type the buyer’s address' },
  ]
  const refused = problem('invalid', 'Validation failed', { ...marks, fields }).problem
  render(<NoReceipt name="A in XXX" option={option} problem={refused} />)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('No price for A in XXX')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'currency: Is not taken. (currency: XXX)',
  ])
  expect(alert.textContent).toMatch(/code 3000.*uuid.*trace/)
  expect(screen.getByRole('button', { name: 'Copy details' })).toBeTruthy()
})

test('a refusal that names no field sends nobody looking for one', () => {
  render(
    <NoReceipt name="A" option={option} problem={problem('invalid', 'This is not possible at the moment.', marks).problem} />,
  )
  expect(screen.getByRole('alert').textContent).toContain('The service named no field to change.')
  expect(screen.getByRole('alert').textContent).not.toMatch(/named here|highlighted/)
})

test('an option with a value that can’t be priced says which', () => {
  const lines = [newLine('p-1', { product: 'NWPLUS1' }), newLine('p-2', { product: 'NWPLUS1', quantity: '11' })]
  render(<NoReceipt name="A in EUR" option={{ ...option, lines }} problem={null} />)
  expect(screen.getByRole('status').textContent).toContain('Line 2, quantity: Enter a whole number from 1 to 10')
})

test('until there is a price or a problem it says how to get one', () => {
  render(<NoReceipt name="A" option={option} problem={null} />)
  expect(screen.getByText('No price selected')).toBeTruthy()
})
