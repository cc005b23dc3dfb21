// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StatementSheet } from './statement-sheet'

afterEach(cleanup)

it('says in which zone its dates are, beside that it is no invoice', () => {
  render(
    <StatementSheet
      letterhead={{ name: 'Northwind', lines: [], colour: 'teal' }}
      period="Oct 2026"
      madeOn="2026-11-22"
      buyer="p•••r@e••••••.test"
      ticket={null}
      parts={[]}
      zone="Asia/Tokyo (UTC+09:00)"
      words=""
    />,
  )
  expect(screen.getByText(/^Dates are those of the payment service, treated as Asia\/Tokyo \(UTC\+09:00\)\./)).toBeTruthy()
})
