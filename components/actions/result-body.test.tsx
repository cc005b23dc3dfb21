// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Action } from '@/lib/commands/action'
import { ownJson } from '@/lib/testing/own-answers'
import {
  action,
  autochargePath,
  buyerId,
  cleanAfterEach,
  dialog,
  press,
  type Received,
  refusal,
  renderWithActions,
  stubFetch,
  subscription,
} from './actions-for-tests'
import { JournalActionDialog } from './journal-action-dialog'
import { UnconfirmedStrips } from './unconfirmed-strips'
import { UndoButton } from './undo-button'
import { VerbButton } from './verb-button'

const lost = action({
  state: 'unconfirmed',
  undo: { possible: false, why: 'We don’t know whether this action was applied.' },
  sendAgain: { possible: true, warning: null },
})
const path = `/api/desk/actions/${lost.actionId}`

cleanAfterEach()

const posted = (received: Received[], to: string) => received.filter(({ method, path: at }) => method === 'POST' && at === to)

async function openLost(
  button: 'Check now' | 'Settle manually…',
  handlers: Parameters<typeof stubFetch>[0] = {},
  of: Action = lost,
) {
  const received = stubFetch({
    [`GET /api/desk/buyers/${of.buyerId}/actions`]: () => ownJson({ actions: [of], open: [of], next: null }),
    [`GET ${path}`]: () => ownJson(of),
    ...handlers,
  })
  renderWithActions(<UnconfirmedStrips />)
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await screen.findByText('We do not know whether this was applied', {}, { timeout: 10_000 })
  return received
}

test('a lost answer is not called a failure, and says what is safe', async () => {
  await openLost('Settle manually…')
  expect(dialog().getByText('We do not know whether this was applied').closest('[role="alert"]')).toBeTruthy()
  for (const words of ['Check: reload the subscription', 'Send it again', 'Turn on autocharge'])
    expect(dialog().getByText(words)).toBeTruthy()
  expect(dialog().getByText('Settle this first')).toBeTruthy()
  expect(dialog().queryByText(/failed/i)).toBeNull()
  await press('Leave unconfirmed')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a check settles nothing by itself; the person does', async () => {
  const received = await openLost('Check now', {
    [`POST ${path}/check`]: () => ownJson({ says: 'applied', why: 'Autocharge is Off' }),
    [`POST ${path}/settle`]: () => ownJson({ ...lost, settledAs: 'happened' }),
  })
  await dialog().findByText('It looks like this was applied.')
  expect(posted(received, `${path}/settle`)).toHaveLength(0)
  await press('Settle as applied')
  await dialog().findByText('Settled as applied')
  expect(posted(received, `${path}/settle`)[0]?.body).toEqual({ as: 'happened', how: 'checked', reason: 'Autocharge is Off' })
})

test('settling by hand needs what became of it and how one knows', async () => {
  const received = await openLost('Settle manually…', {
    [`POST ${path}/settle`]: () => ownJson({ ...lost, settledAs: 'did-not-happen' }),
  })
  await press('Settle manually…')
  expect(dialog().getByRole('button', { name: 'Settle' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(dialog().getByRole('radio', { name: /It wasn’t applied/ }))
  await userEvent.type(dialog().getByLabelText('Reason'), 'The panel shows it is on')
  await press('Settle')
  await dialog().findByText('Settled as not applied')
  expect(posted(received, `${path}/settle`)[0]?.body).toEqual({
    as: 'did-not-happen',
    how: 'by-hand',
    reason: 'The panel shows it is on',
  })
})

test('sending again what may do harm needs the person to say that they know', async () => {
  const risky = { ...lost, sendAgain: { possible: true, warning: 'Sending again may be refused, or may apply twice.' } } as const
  const received = await openLost(
    'Settle manually…',
    { [`POST ${path}/send-again`]: refusal('invalid', 'No.', {}, 'refused') },
    risky,
  )
  await press('Send again…')
  expect(dialog().getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(dialog().getByRole('checkbox'))
  await press('Send again')
  await dialog().findByText('Refused')
  expect(posted(received, `${path}/send-again`)).toHaveLength(1)
})

test('what turns out not to be sent again while it is looked at says why, and can’t be sent', async () => {
  const why = 'We know the outcome, but couldn’t save it yet. Try again in a minute.'
  let current: Action = { ...lost, at: new Date().toISOString() }
  const received = await openLost('Settle manually…', { [`GET ${path}`]: () => ownJson(current) }, current)
  await press('Send again…')
  expect(dialog().getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).not.toBe('true')
  current = { ...current, sendAgain: { possible: false, why } }
  await dialog().findByText('“Turn off autocharge” can’t be sent again', {}, { timeout: 6_000 })
  expect(dialog().queryByRole('checkbox')).toBeNull()
  await press('Send again')
  expect(dialog().getAllByText(why).length).toBeGreaterThan(0)
  expect(posted(received, `${path}/send-again`)).toHaveLength(0)
})

test('an answer that comes late takes the place of the question', async () => {
  let current: Action = { ...lost, at: new Date().toISOString() }
  await openLost('Settle manually…', { [`GET ${path}`]: () => ownJson(current) }, current)
  current = { ...current, state: 'done', answeredAt: new Date().toISOString() }
  expect(await dialog().findByText('Autocharge is off', {}, { timeout: 6_000 })).toBeTruthy()
})

test('an undo from a list shows what it takes back, and is an action of its own', async () => {
  const undone = action({
    actionId: '0b9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55',
    request: { params: {}, body: { autochargeStatus: true } },
  })
  const received = stubFetch({
    'GET /api/desk/actions/': () => ownJson(undone),
    [`GET ${path}`]: () => ownJson(action()),
    [`POST ${path}/undo`]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }),
  })
  renderWithActions(<UndoButton action={action()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Undo Turn off autocharge' }))
  await screen.findByText(/This undoes what you did/, {}, { timeout: 10_000 })
  expect(posted(received, `${path}/undo`)).toHaveLength(0)
  await press('Undo')
  await dialog().findByText('Autocharge is on')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Close'))
  const [sent] = posted(received, `${path}/undo`)
  expect(sent?.headers.get('x-action-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent?.headers.get('x-action-id')).not.toBe(lost.actionId)
})

test('an undo that would take back what somebody else did says so, shows nothing to come back and can’t be sent', async () => {
  const why = '“Autocharge” has changed since: this action had set Off, and it’s On now, known since today.'
  const received = stubFetch({
    'GET /api/desk/actions/': () => ownJson(action({ undo: { possible: false, why } })),
  })
  renderWithActions(<UndoButton action={action()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Undo Turn off autocharge' }))
  await screen.findAllByText(why, {}, { timeout: 10_000 }) // in the step and beside its button
  expect(screen.queryByText('After undo')).toBeNull()
  expect(dialog().getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
  await press('Undo')
  expect(posted(received, `${path}/undo`)).toHaveLength(0)
})

test('an undo without an answer is not called a failure', async () => {
  const unanswered = { ...lost, actionId: '1c9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55' }
  stubFetch({
    'GET /api/desk/actions/': () => ownJson(unanswered),
    [`GET ${path}`]: () => ownJson(action()),
    [`POST ${path}/undo`]: refusal('unconfirmed', 'The service hasn’t answered yet.', {}, 'unconfirmed'),
  })
  renderWithActions(<UndoButton action={action()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Undo Turn off autocharge' }))
  await screen.findByText(/This undoes what you did/, {}, { timeout: 10_000 })
  await press('Undo')
  expect(await dialog().findByText('We do not know whether this was applied')).toBeTruthy()
})

test('who may not act may look, and settles nothing', async () => {
  const received = stubFetch({
    [`GET ${path}`]: () => ownJson(lost),
    [`POST ${path}/check`]: () => ownJson({ says: 'applied', why: 'Autocharge is Off' }),
  })
  const who = { buyer: { id: buyerId }, merchant: { name: 'Northwind', timeZone: 'UTC' } }
  const { actionId, words } = lost
  const asked = { actionId, words, who, role: 'finance' } as const
  renderWithActions(<JournalActionDialog {...asked} first="check" onClose={() => {}} />)
  await dialog().findByText('It looks like this was applied.')
  await press('Settle as applied')
  await press('Settle manually…')
  expect(dialog().queryByText('Outcome')).toBeNull()
  expect(posted(received, `${path}/settle`)).toHaveLength(0)
})

test('a step chosen before the journal has told of the action is taken once it has', async () => {
  let tell = () => {}
  const answered = new Promise<Response>((resolve) => (tell = () => resolve(ownJson(lost))))
  stubFetch({
    [`POST ${autochargePath}`]: refusal('unconfirmed', 'No answer.', {}, 'unconfirmed'),
    'GET /api/desk/actions/': () => answered,
  })
  renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
  await screen.findByText('What happens next', {}, { timeout: 10_000 })
  await press('Turn off autocharge')
  await userEvent.click(await dialog().findByRole('button', { name: 'Settle manually…' }))
  tell()
  expect(await dialog().findByText('Outcome')).toBeTruthy()
})

test('an undo that our own server didn’t answer leaves nothing to tell the customer, and its button', async () => {
  let answers = () => Promise.reject<Response>(new TypeError('fetch failed'))
  const undone = action({
    actionId: '2d9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55',
    request: { params: {}, body: { autochargeStatus: true } },
  })
  const received = stubFetch({
    'GET /api/desk/actions/': () => ownJson(undone),
    [`GET ${path}`]: () => ownJson(action()),
    [`POST ${path}/undo`]: () => answers(),
  })
  renderWithActions(<UndoButton action={action()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Undo Turn off autocharge' }))
  await screen.findByText(/This undoes what you did/, {}, { timeout: 10_000 })
  await press('Undo')
  await dialog().findByText('The dashboard didn’t answer')
  expect(dialog().queryByRole('button', { name: 'Copy reply' })).toBeNull()
  answers = async () => ownJson({}, { headers: { 'x-outcome': 'done' } })
  await press('Undo')
  expect(await dialog().findByText('Autocharge is on')).toBeTruthy()
  const ids = posted(received, `${path}/undo`).map(({ headers }) => headers.get('x-action-id'))
  expect(ids).toEqual([ids[0], ids[0]])
})
