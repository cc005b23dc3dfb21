// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { openAction } from '@/lib/commands/action-for-tests'
import type { Role } from '@/lib/core/roles'
import { OpenEntry } from './journal-entry'

afterEach(cleanup)

const action = openAction()

function show(role: Role) {
  const opened = vi.fn()
  render(<OpenEntry action={action} role={role} openAction={opened} />)
  return opened
}

it.each([
  ['Check now', 'check'],
  ['Send again…', 'send-again'],
  ['Settle manually…', 'settle'],
])('%s opens the action there', async (name, first) => {
  const opened = show('agent')
  await userEvent.click(screen.getByRole('button', { name }))
  expect(opened).toHaveBeenCalledWith(action, first)
})

it('lets who may not act look, but not settle', async () => {
  const opened = show('finance')
  await userEvent.click(screen.getByRole('button', { name: 'Settle manually…' }))
  expect(opened).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Settle manually…' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  expect(opened).toHaveBeenCalledWith(action, 'check')
})
