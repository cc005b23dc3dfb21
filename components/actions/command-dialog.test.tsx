// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { problem } from '@/lib/core/problem'
import { ownJson } from '@/lib/testing/own-answers'
import {
  action,
  buyer,
  cleanAfterEach,
  commands,
  dialog,
  press,
  preview,
  type Received,
  refusal,
  renderWithActions,
  stubFetch,
  subscription,
  toAutocharge,
  toEmail,
  verb,
} from './actions-for-tests'
import { VerbButton } from './verb-button'

cleanAfterEach()

const actionIds = (received: Received[]) => commands(received).map(({ headers }) => headers.get('x-action-id'))

async function openAutochargeOff(role: 'agent' | 'finance' = 'agent') {
  renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />, { role })
  await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
  await screen.findByText('What happens next', {}, { timeout: 10_000 })
}

async function openChangeEmail(email: string) {
  renderWithActions(<VerbButton verb="changeEmail" target={buyer} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change e-mail' }))
  await userEvent.type(await screen.findByLabelText('E-mail', {}, { timeout: 10_000 }), email)
}

describe('an opened command', () => {
  test('says on whom, on which account and what will happen, and starts on Back', async () => {
    stubFetch({})
    await openAutochargeOff()
    expect(document.activeElement).toBe(verb('Back'))
    for (const words of ['t••••••o@e••••••.test', 'Northwind', 'Northwind Plus 3 months', 'until 30 Jun 2099']) {
      expect(dialog().getByText(words)).toBeTruthy()
    }
    expect(dialog().getByText(/from Change end date by you/)).toBeTruthy()
    expect(dialog().getByText(/Can be undone until 30 Jun 2099/)).toBeTruthy()
    expect(dialog().getByText(/203.0.113/)).toBeTruthy()
  })

  test('is shown and not done by somebody without the right', async () => {
    stubFetch({})
    renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />, { role: 'finance' })
    const button = screen.getByRole('button', { name: 'Turn off autocharge' })
    await userEvent.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Needs the agent role.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is done in four acts: open, preset, verb, close', async () => {
    const data = { endDate: '2099-06-30T14:55:00Z', status: 'active', autoChargeStatus: false }
    const received = stubFetch({
      [toAutocharge]: () => ownJson({ data }, { headers: { 'x-outcome': 'done' } }),
      'GET /api/desk/actions/': () => ownJson(action()),
    })
    await openAutochargeOff()
    await press('Requested by buyer')
    await press('Turn off autocharge')
    expect((await screen.findByText('Autocharge is off')).closest('[role="status"]')).toBeTruthy()
    expect(dialog().getByText('as expected')).toBeTruthy()
    expect(await dialog().findByText(/Pode usá-la até 30 de junho de 2099/)).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'))
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('dialog')).toBeNull()

    const [sent] = commands(received)
    expect(sent?.body).toEqual({ autochargeStatus: false, reason: 'Requested by buyer' })
    expect(sent?.headers.get('x-shown-version')).toBe('7')
    expect(sent?.headers.get('x-ticket')).toBe('T-48213')
    expect(sent?.headers.get('x-merchant')).toBe('northwind')
  })

  test('is sent once, however often the verb is pressed', async () => {
    let answer = (_: Response) => {}
    const received = stubFetch({ [toAutocharge]: () => new Promise((resolve) => (answer = resolve)) })
    await openAutochargeOff()
    await userEvent.dblClick(verb('Turn off autocharge'))
    await waitFor(() => expect(verb('Sending…').getAttribute('aria-busy')).toBe('true'))
    await userEvent.keyboard('{Control>}{Enter}{/Control}{Escape}')
    expect(verb('Back').hasAttribute('disabled')).toBe(true)
    expect(dialog().getByText(/You can leave/)).toBeTruthy()
    answer(ownJson({}, { headers: { 'x-outcome': 'done' } }))
    await dialog().findByText('Done')
    expect(commands(received)).toHaveLength(1)
  })

  test('goes by Ctrl and Enter, and closes by Escape', async () => {
    const received = stubFetch({ [toAutocharge]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }) })
    await openAutochargeOff()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await dialog().findByText('Done')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(commands(received)).toHaveLength(1)
  })
})

describe('a command that has not ended', () => {
  test('is refused with its fields marked, and corrected it is another action', async () => {
    const taken = refusal('conflict', 'Buyer with this email already exists', { code: '3000', traceId: 'da685e02' }, 'refused')
    const received = stubFetch({
      [toEmail]: taken,
      'POST /api/desk/search': () => ownJson({ readAs: 'email', hits: [], say: null }),
    })
    await openChangeEmail('tainara.e@example.test')
    await press('Change e-mail')
    const alert = await dialog().findByRole('alert')
    expect(alert.textContent).toMatch(/Refused.*Nothing was changed.*409, code 3000.*da685e02/)
    expect(dialog().getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true')
    expect(dialog().getByText('Another buyer on this merchant account has this e-mail address')).toBeTruthy()
    expect(verb('Open that buyer')).toBeTruthy()

    await userEvent.type(dialog().getByLabelText('E-mail'), 'x')
    await press('Change e-mail')
    await waitFor(() => expect(commands(received)).toHaveLength(2))
    const [first, second] = actionIds(received)
    expect(first).not.toBe(second)
  })

  test('asks for a valid field before anything leaves', async () => {
    const received = stubFetch({})
    await openChangeEmail('nobody')
    await press('Change e-mail')
    expect(await dialog().findByText('Enter an address such as name@example.test')).toBeTruthy()
    expect(commands(received)).toHaveLength(0)
  })

  test.each([
    ['stands in the journal: the next try is an action of its own', { 'x-recorded': 'true' }, false],
    ['stands nowhere: an earlier try may still arrive, so the next is the same action', {}, true],
  ])('was not sent, and %s', async (_, headers, isSame) => {
    const { problem: unreachable } = problem('unavailable', 'The service isn’t there, so nothing was sent.')
    const no = () => ownJson(unreachable, { status: 503, headers: { 'x-outcome': 'not-sent', ...headers } })
    const received = stubFetch({ [toAutocharge]: no })
    await openAutochargeOff()
    await press('Turn off autocharge')
    expect((await dialog().findByRole('alert')).textContent).toMatch(/Nothing was sent.*safe to try again/)
    await press('Turn off autocharge')
    await waitFor(() => expect(commands(received)).toHaveLength(2))
    const [first, second] = actionIds(received)
    expect(first === second).toBe(isSame)
  })

  test.each([
    ['broke on its way', () => ownJson({}, { status: 502 })],
    ['broke in the dashboard itself', refusal('unavailable', 'Something broke.', { code: 'internal' })],
  ])('%s and so may have been sent: the next try is the same action', async (_, broken) => {
    const received = stubFetch({ [toAutocharge]: broken })
    await openAutochargeOff()
    await press('Turn off autocharge')
    expect((await dialog().findByRole('alert')).textContent).toMatch(/didn’t answer.*at most once/)
    await press('Turn off autocharge')
    await waitFor(() => expect(commands(received)).toHaveLength(2))
    const [first, second] = actionIds(received)
    expect(first).toBe(second)
  })

  test('is kept with its last letters where the dialog is closed at once', async () => {
    const received = stubFetch({})
    await openChangeEmail('half.typed@example.test')
    await press('Back')
    await waitFor(() => {
      const kept = received.filter(({ method }) => method === 'PUT').at(-1)?.body
      expect(kept).toMatchObject({ values: { email: 'half.typed@example.test' } })
    })
  })

  test('met something new: it shows that, and the person presses again', async () => {
    let version = 7
    const received = stubFetch({
      'POST /api/desk/preview': () => ownJson(preview({ version })),
      [toAutocharge]: ({ headers }) =>
        headers.get('x-shown-version') === '8'
          ? ownJson({}, { headers: { 'x-outcome': 'done' } })
          : refusal('conflict', 'Changed.', { code: 'changed' }, 'not-sent')(),
    })
    await openAutochargeOff()
    version = 8
    await press('Turn off autocharge')
    expect((await dialog().findByRole('alert')).textContent).toMatch(/This buyer changed while you were looking/)
    expect(commands(received)).toHaveLength(1)
    await press('Turn off autocharge')
    await dialog().findByText('Done')
  })

  test('goes past an unsettled action only by the word of the person', async () => {
    const unsettled = {
      actionId: '0b9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55',
      words: 'Turn on autocharge',
      ...{ person: 'Remy', mine: false },
      at: new Date().toISOString(),
      running: false,
    }
    const received = stubFetch({
      'POST /api/desk/preview': () => ownJson(preview({ unsettled })),
      [toAutocharge]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }),
    })
    await openAutochargeOff()
    expect(verb('Turn off autocharge').getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(dialog().getByRole('checkbox'))
    await press('Turn off autocharge')
    await dialog().findByText('Done')
    expect(commands(received)[0]?.headers.get('x-acknowledged-action')).toBe(unsettled.actionId)
  })

  test('waits for approval where a manager must agree, and sends nothing', async () => {
    const received = stubFetch({
      'POST /api/desk/preview': () => ownJson(preview({ approval: 'A manager must approve it.' })),
      'POST /api/desk/approvals': () =>
        ownJson({ id: 'a', state: 'waiting', expiresAt: new Date(Date.now() + 1_800_000).toISOString() }),
    })
    await openAutochargeOff()
    await press('Request approval')
    expect((await dialog().findByText('Approval requested')).closest('[role="status"]')?.textContent).toMatch(
      /manager or admin.*30 minutes/,
    )
    expect(commands(received)).toHaveLength(0)
  })

  test('keeps what was typed, and its action id, over the end of the session (F24)', async () => {
    const kept = { actionId: '7d2c1a90-0000-4000-8000-000000000001', values: { reason: 'Requested by buyer in writing' } }
    const received = stubFetch({
      'GET /api/desk/drafts': () => ownJson({ draft: kept }),
      [toAutocharge]: refusal('signedOut', 'Sign in first.', {}, 'not-sent'),
    })
    await openAutochargeOff()
    await waitFor(() => expect((dialog().getByLabelText('Reason') as HTMLInputElement).value).toBe(kept.values.reason))
    await press('Turn off autocharge')
    expect((await dialog().findByRole('alert')).textContent).toMatch(/You were signed out/)
    expect(dialog().getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toMatch(/^\/sign-in\?callbackUrl=/)
    expect(actionIds(received)).toEqual([kept.actionId])
    expect((dialog().getByLabelText('Reason') as HTMLInputElement).value).toBe(kept.values.reason)
  })
})
