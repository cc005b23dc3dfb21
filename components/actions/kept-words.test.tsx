// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ownJson } from '@/lib/testing/own-answers'
import {
  buyerId,
  cleanAfterEach,
  dialog,
  press,
  refusal,
  renderWithActions,
  stubFetch,
  subscription,
  toAutocharge,
  toEmail,
} from './actions-for-tests'
import { VerbButton } from './verb-button'

cleanAfterEach()

test.each([
  ['was saved', () => ownJson({ kept: true }), /We’ve kept what you typed/],
  ['could not be saved', refusal('unavailable', 'No database.', {}), /We couldn’t save what you typed/],
  ['is not saved while the screen is shared', () => ownJson({ kept: false }), /We couldn’t save what you typed/],
])('says at the end of the session what became of what was typed: it %s', async (_, saved, says) => {
  const received = stubFetch({
    'PUT /api/desk/drafts': saved,
    [toEmail]: refusal('signedOut', 'Sign in first.', {}, 'not-sent'),
  })
  renderWithActions(<VerbButton verb="changeEmail" target={{ kind: 'buyer', id: buyerId, name: null }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change e-mail' }))
  await userEvent.type(await screen.findByLabelText('E-mail', {}, { timeout: 10_000 }), 'half.typed@example.test')
  await waitFor(() => expect(received.some(({ method }) => method === 'PUT')).toBe(true))
  await press('Change e-mail')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toMatch(says))
})

test.each([
  ['was saved before', []],
  [
    'was saved before the form was opened',
    [{ actionId: '7d2c1a90-0000-4000-8000-0000000000ff', values: { email: 'half.typed@example.test' } }],
  ],
])('says that what was typed is kept where it %s, though it can’t be saved once more', async (_, [draft]) => {
  const signedOut = refusal('signedOut', 'Sign in first.', {}, 'not-sent')
  let saved = () => ownJson({ kept: true })
  const received = stubFetch({
    ...(draft && { 'GET /api/desk/drafts': () => ownJson({ draft }) }),
    'PUT /api/desk/drafts': () => saved(),
    [toEmail]: signedOut,
  })
  const puts = () => received.filter(({ method }) => method === 'PUT').length
  renderWithActions(<VerbButton verb="changeEmail" target={{ kind: 'buyer', id: buyerId, name: null }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change e-mail' }))
  const field = await screen.findByLabelText('E-mail', {}, { timeout: 10_000 })
  if (draft) await waitFor(() => expect((field as HTMLInputElement).value).toBe(draft.values.email))
  else await userEvent.type(field, 'half.typed@example.test')
  if (!draft) await waitFor(() => expect(puts()).toBe(1))
  const before = puts()
  saved = signedOut
  await press('Change e-mail')
  await waitFor(() => expect(puts()).toBeGreaterThan(before))
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toMatch(/We’ve kept what you typed/))
  await userEvent.type(field, '.more')
  await waitFor(() => expect(dialog().getByRole('alert').textContent).toMatch(/We couldn’t save what you typed/))
})

test('says nothing of what was typed where nothing was', async () => {
  stubFetch({
    'PUT /api/desk/drafts': refusal('unavailable', 'No database.', {}),
    [toAutocharge]: refusal('signedOut', 'Sign in first.', {}, 'not-sent'),
  })
  renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
  await screen.findByText('What happens next', {}, { timeout: 10_000 })
  await press('Turn off autocharge')
  const alert = await dialog().findByRole('alert')
  expect(alert.textContent).toContain('Nothing was sent.')
  expect(alert.textContent).not.toContain('We’ve kept')
})
