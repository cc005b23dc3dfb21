// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { exampleOrder } from '@/lib/charges/examples-for-tests'
import { MoneyCard } from './money-card'

afterEach(cleanup)

it('counts the worked example once, with USD beside it and the voucher apart', () => {
  const { container } = render(
    <MoneyCard history={{ orders: [exampleOrder], total: 1, complete: true }} state="read" month="2025-05" />,
  )
  expect(container.textContent).toContain('162.00 BRL')
  expect(container.textContent).toContain('29.45 USD per the service, 1 order')
  expect(screen.getByText('Not received: 162.00 BRL voucher')).toBeTruthy()
})

it('says which orders a sum is of while some are missing', () => {
  render(<MoneyCard history={{ orders: [exampleOrder], total: 1000, complete: false }} state="read" month="2025-05" />)
  expect(screen.getByText('of the 1 newest of 1,000 orders')).toBeTruthy()
})

it('does not call it nothing when it is not known', () => {
  render(<MoneyCard history={{ orders: [], total: null, complete: false }} state="failed" month="1970-01" />)
  expect(screen.getByText(/Unknown/)).toBeTruthy()
  expect(screen.queryByText(/No money received/)).toBeNull()
})
