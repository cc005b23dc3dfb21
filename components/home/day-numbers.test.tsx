// @vitest-environment happy-dom

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { MorningNumber } from '@/lib/pages/numbers'
import { ownJson } from '@/lib/testing/own-answers'
import { DayNumbers } from './day-numbers'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const coverage = {
  of: 'opened histories',
  from: null,
  gaps: [],
  partial: true,
  words: 'Of 9 buyers, the charges of 3 count.',
} as const
const base = { isMore: false, oldest: null, change: null, why: null, coverage: { ...coverage, gaps: [] } }
const numbers: MorningNumber[] = [
  { ...base, key: 'renewals-today', label: 'Renewals failed today', count: 6, change: 4, href: '/lists/renewals-failed?span=1' },
  { ...base, key: 'double-payments', label: 'Double payments', count: 0, href: '/lists/double-payments' },
  {
    ...base,
    key: 'vouchers',
    label: 'Vouchers over 7 days',
    count: null,
    why: 'Counting took too long.',
    href: '/lists/vouchers',
  },
]

it('lead to what they count, say what is usual, what isn’t known and why, and on what they rest', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) =>
      path === '/api/desk/morning' ? ownJson({ data: { numbers }, meta: { asOf: '2026-11-23T09:00:00.000Z' } }) : ownJson({}),
    ),
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <DayNumbers merchant="northwind" />
    </QueryClientProvider>,
  )
  const first = await screen.findByRole('link', { name: 'Renewals failed today 6 usually 2' })
  expect(first.getAttribute('href')).toBe('/lists/renewals-failed?span=1')
  expect(screen.getByRole('link', { name: 'Double payments None' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Vouchers over 7 days –' })).toBeTruthy()
  expect(screen.getByText('Vouchers over 7 days: Counting took too long.')).toBeTruthy()
  expect(screen.getAllByText('Of 9 buyers, the charges of 3 count.')).toHaveLength(1)
})
