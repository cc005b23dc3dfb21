// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Role } from '@/lib/core/roles'
import { waitingKey } from '@/lib/operations/query-keys'
import { Shell } from './shell'

const refresh = vi.fn()
const buyer = '/buyers/31d21526-a9d9-4b2f-ae75-32594eee2787'
let path = buyer
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh }),
  usePathname: () => path,
}))

afterEach(cleanup)

const merchants = [
  { code: 'northwind', name: 'Northwind' },
  { code: 'tidewell', name: 'Tidewell' },
]

function shell(role: Role, { keysRefused = [], unconfirmed = 0 }: { keysRefused?: string[]; unconfirmed?: number } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const refunds = { waiting: 0, overdue: 0, oldest: null, mine: [] }
  queryClient.setQueryData(waitingKey, { unconfirmed: Array(unconfirmed).fill({}), approvals: [], refunds })
  const person = { name: 'Nadia Kerr', email: 'someone@demo.test', role }
  render(
    <QueryClientProvider client={queryClient}>
      <Shell person={person} merchants={merchants} merchant="northwind" keysRefused={keysRefused} isShared={false}>
        <h1>A page</h1>
      </Shell>
    </QueryClientProvider>,
  )
  return within(screen.getByRole('navigation', { name: 'Main' }))
}

describe('the shell', () => {
  test.each([
    [buyer, 'Find'],
    [`${buyer}/charges`, 'Find'],
    [`${buyer}/prices`, 'Prices'],
    ['/prices', 'Prices'],
  ])('marks where the person is: %s belongs to %s', (at, place) => {
    path = at
    const marked = shell('agent')
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
    expect(marked.map(({ textContent }) => textContent)).toEqual([place])
  })

  test.each(['manager', 'admin'] as const)('leads %s to the settings', (role) => {
    expect(shell(role).getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  })

  test.each(['agent', 'finance'] as const)('shows the settings to %s with the reason why not', (role) => {
    const settings = shell(role).getByRole('link', { name: 'Settings' })
    expect(settings.getAttribute('href')).toBeNull()
    expect(settings.getAttribute('aria-disabled')).toBe('true')
    expect(settings.tabIndex).toBe(0)
    expect(document.getElementById(settings.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Needs the admin role.')
  })

  test('remembers a chosen merchant account and draws the page anew', async () => {
    shell('agent')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Merchant account' }), 'Tidewell')
    expect(document.cookie).toContain('merchant=tidewell')
    expect(refresh).toHaveBeenCalledOnce()
  })

  test('says for which merchant account the service refuses our keys', () => {
    shell('agent', { keysRefused: ['tidewell'] })
    expect(screen.getByRole('alert').textContent).toContain('The service is refusing our keys for Tidewell.')
  })

  test('says nothing of keys while they work', () => {
    shell('agent')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('counts what nobody answered, and leads to it', () => {
    shell('agent', { unconfirmed: 2 })
    expect(screen.getByRole('link', { name: '2 unconfirmed' }).getAttribute('href')).toBe('/journal?outcome=open')
  })

  test('has no badge while everything is answered', () => {
    shell('agent')
    expect(screen.queryByRole('link', { name: /unconfirmed/ })).toBeNull()
  })
})
