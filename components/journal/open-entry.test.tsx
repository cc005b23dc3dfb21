// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { CheckResult } from '@/lib/check-result'
import type { Role } from '@/lib/roles'
import { openAction } from './action-for-tests'
import { OpenEntry } from './open-entry'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const action = openAction()

function show({ role = 'agent', result }: { role?: Role; result?: CheckResult } = {}) {
  const ask = vi.fn()
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(result)),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OpenEntry action={action} role={role} ask={ask} />
    </QueryClientProvider>,
  )
  return ask
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('only looks, and offers to settle by what it saw', async () => {
  const ask = show({ result: { says: 'applied', why: 'Autocharge is Off' } })
  await press('Check now')
  expect((await screen.findByRole('status')).textContent).toContain('It looks applied. Autocharge is Off')
  expect(ask).not.toHaveBeenCalled()
  await press('Settle as applied…')
  expect(ask).toHaveBeenCalledWith({ kind: 'settle', action, found: { as: 'happened', reason: 'Autocharge is Off' } })
})

it('leaves it to the person where nothing can be told', async () => {
  const ask = show({ result: { says: 'cannot-tell', why: 'There is no read of it.' } })
  await press('Check now')
  await press('Settle by hand…')
  expect(ask).toHaveBeenCalledWith({ kind: 'settle', action, found: undefined })
})

it('lets who may not act look, but not settle', async () => {
  const ask = show({ role: 'finance' })
  await press('Settle…')
  expect(ask).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Settle…' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('button', { name: 'Check now' }).getAttribute('aria-disabled')).toBe('false')
})
