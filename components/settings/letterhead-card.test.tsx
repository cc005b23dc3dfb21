// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { LetterheadCard } from './letterhead-card'

afterEach(cleanup)

const letterheadOf = (name: string) => ({ name, address: [], taxNumber: '', contact: '', changedAt: null })
const card = (code: string, name: string) => (
  <QueryClientProvider client={new QueryClient()}>
    <LetterheadCard initial={letterheadOf(name)} merchant={{ code, name }} />
  </QueryClientProvider>
)

it('is that of the merchant account that is chosen, and takes nothing along that was typed for another', async () => {
  const { rerender } = render(card('northwind', 'Northwind'))
  await userEvent.type(screen.getByLabelText('Name'), ' Ltd')
  rerender(card('southbay', 'Southbay'))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Southbay')
  expect(screen.getByRole('button', { name: 'Save letterhead' }).getAttribute('aria-disabled')).toBe('true')
})
