// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buyerId, cleanAfterEach, commands, dialog, renderWithActions, stubFetch, subscription } from './actions-for-tests'
import { VerbButton } from './verb-button'

cleanAfterEach()
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-05-14T23:58:20Z'), shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a dialog that stays open over midnight counts from the new day, and doesn’t send what has become today', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const received = stubFetch({
    [`POST /api/v2/buyers/${buyerId}/subscriptions`]: () => Response.json({}, { headers: { 'x-outcome': 'done' } }),
  })
  const previews = () => received.filter(({ path }) => path.endsWith('/preview')).length
  renderWithActions(<VerbButton verb="changeEndDate" target={subscription} />)
  await user.click(screen.getByRole('button', { name: 'Change end date' }))
  await screen.findByLabelText('Reason', {}, { timeout: 10_000 })
  await user.type(dialog().getByLabelText('New end date'), '15 may 2026')
  await user.keyboard('{Enter}')
  await user.type(dialog().getByLabelText('Reason'), 'Goodwill')
  expect(dialog().getByText('The earliest day is 15 May 2026.')).toBeTruthy()
  await vi.waitFor(() => expect(previews()).toBeGreaterThan(0))

  await act(() => vi.advanceTimersByTimeAsync(Date.parse('2026-05-15T00:00:01Z') - Date.now()))
  expect(dialog().getByText('The earliest day is 16 May 2026.')).toBeTruthy()
  await user.click(dialog().getByRole('button', { name: /^Change end date/ }))
  expect(await dialog().findByText(/Choose a day after today \(15 May 2026 in UTC\)/)).toBeTruthy()
  expect(commands(received)).toEqual([])
})
