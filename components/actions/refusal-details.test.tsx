// @vitest-environment happy-dom

import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type ProblemField, problem } from '@/lib/core/problem'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { ownJson } from '@/lib/testing/own-answers'
import {
  action,
  cleanAfterEach,
  preview,
  refusal,
  renderWithActions,
  stubFetch,
  subscription,
  toAutocharge,
} from './actions-for-tests'
import { CommandFailureNotice } from './command-failure-notice'
import { NewBuyerForm } from './new-buyer-form'
import { NewOrderForm } from './new-order-form'
import { TokenProgress } from './token-progress'
import { UndoButton } from './undo-button'
import { VerbButton } from './verb-button'

const merchant = { code: 'northwind', name: 'Northwind', timeZone: 'UTC' }
const elsewhere: ProblemField[] = [
  {
    field: 'autochargeStatus',
    title: 'Must be disabled when a reason or a comment is given.',
    values: { reason: 'Asked by phone', comment: null },
  },
  { field: 'chargeMethodTokenId', title: 'Is of another buyer.' },
  { field: 'merchantCode', title: 'Is not this account’s.', values: 'northwind-2' },
  { field: 'buyer', title: 'Is needed from the shop.' },
  { field: 'metaData', title: 'Is too large.' },
]
const marks = { code: '3000', traceId: 'da685e022db52df88ecd58b37ac34121', uuid: '45beacf7-54f7-4706-836c-0019c0c0f6d2' }
const refusedWith = (...own: ProblemField[]) =>
  refusal('invalid', 'Validation failed', { ...marks, fields: [...own, ...elsewhere] }, 'refused')

cleanAfterEach()

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** The refusal with every field that is not on the form, and all of it on the clipboard. */
async function showsAllDetails(...own: string[]) {
  const alert = await screen.findByRole('alert', {}, { timeout: 10_000 })
  expect(within(alert).getByText('Refused')).toBeTruthy()
  await hasAllDetails(alert, own)
}

async function hasAllDetails(shown: HTMLElement, own: string[] = []) {
  const alert = within(shown)
  const items = alert.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual([
    'autochargeStatus: Must be disabled when a reason or a comment is given. (reason: Asked by phone, comment: null)',
    'chargeMethodTokenId: Is of another buyer.',
    'merchantCode: Is not this account’s. (northwind-2)',
    'buyer: Is needed from the shop.',
    'metaData: Is too large.',
  ])
  await userEvent.click(alert.getByRole('button', { name: 'Copy details' }))
  const copied = await navigator.clipboard.readText()
  for (const part of [...own, ...elsewhere.map(({ title }) => title), ...Object.values(marks)]) expect(copied).toContain(part)
}

describe('what the service refuses is told in full', () => {
  test('in a dialog, its own fields marked', async () => {
    stubFetch({ [toAutocharge]: refusedWith({ field: 'reason', title: 'Is too long.' }) })
    renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
    await press('Turn off autocharge')
    await screen.findByText('What happens next', {}, { timeout: 10_000 })
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off autocharge' }))
    await showsAllDetails('Is too long.')
    expect(screen.getByText('Is too long.')).toBeTruthy()
    expect(screen.getByLabelText(/Reason/).getAttribute('aria-invalid')).toBe('true')
  })

  test('in what became of an action', async () => {
    const done = action()
    const path = `/api/desk/actions/${done.actionId}`
    stubFetch({ [`GET ${path}`]: () => ownJson(done), [`POST ${path}/undo`]: refusedWith() })
    renderWithActions(<UndoButton action={done} />)
    await press('Undo Turn off autocharge')
    await screen.findByText(/This undoes what you did/, {}, { timeout: 10_000 })
    await press('Undo')
    await showsAllDetails()
  })

  test('of a new buyer', async () => {
    stubFetch({ 'POST /api/v2/buyers': refusedWith({ field: 'data[zip]', title: 'Is of no country.' }) })
    renderWithActions(<NewBuyerForm {...({ merchant, role: 'agent', ticket: null } as const)} />)
    await userEvent.type(await screen.findByLabelText('E-mail'), 'a@example.test')
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE')
    await press('Create buyer')
    await showsAllDetails('Is of no country.')
    expect(screen.getByLabelText(/Postal code/).getAttribute('aria-invalid')).toBe('true')
  })

  test('of a new order', async () => {
    const context: NewOrderContext = {
      merchant,
      products: [],
      buyers: [],
      hosts: [],
      quote: null,
      unusable: null,
      mayAct: null,
      start: { email: 'a@example.test', returnUrl: 'https://shop.example.test/thanks' },
    }
    stubFetch({
      'POST /api/desk/preview': () => ownJson(preview({ approval: null })),
      'POST /api/v3/initials/url': refusedWith({ field: 'currency', title: 'Is not taken.' }),
    })
    renderWithActions(<NewOrderForm context={context} ticket={null} />)
    await userEvent.type(await screen.findByLabelText('Product'), 'NWPLUS12')
    await press('Create payment link')
    await showsAllDetails('Is not taken.')
    expect(screen.getByLabelText(/Currency/).getAttribute('aria-invalid')).toBe('true')
  })

  test.each(['disabled', 'enabled again'])('of one of several tokens that was to be %s', async (what) => {
    const { problem: said } = problem('invalid', 'Validation failed', { ...marks, fields: elsewhere })
    const refused = { kind: 'refused', problem: said, replayed: false } as const
    const done = { kind: 'done', actionId: 'a-1', answer: null, replayed: false, version: null, problem: null } as const
    const token = { kind: 'token', id: '4711', name: 'Visa', code: 'card' } as const
    const states = what === 'disabled' ? { state: refused, undo: 'waiting' as const } : { state: done, undo: refused }
    render(<TokenProgress token={token} isDenied={false} preview={undefined} onUndo={null} {...states} />)
    await hasAllDetails(screen.getByText('4711').parentElement ?? document.body)
  })
})

test.each(['forbidden', 'signedOut'] as const)('%s before anybody looked says that an earlier try may have been sent', (kind) => {
  const failure = {
    kind: kind === 'signedOut' ? 'signed-out' : 'not-sent',
    problem: problem(kind, 'This needs the agent role.').problem,
    replayed: false,
  } as const
  render(<CommandFailureNotice failure={{ ...failure, mayBeBegun: true }} />)
  expect(screen.getByRole('alert').textContent).toMatch(
    /Nothing was sent this time.*An earlier try from this form may have been sent/,
  )
  cleanup()
  render(<CommandFailureNotice failure={failure} />)
  expect(screen.getByRole('alert').textContent).not.toMatch(/this time|earlier try/)
})

test.each([
  [
    'whose role changed',
    { detail: 'This needs the agent role.', code: null },
    /^Nothing was sentYour role has changed\. This needs the agent role\. Trying again won’t help\. .*ask an admin\.$/,
  ],
  [
    'who lost the merchant account',
    { detail: 'You don’t have access to Northwind. Ask an admin.', code: 'merchant_closed' },
    /^Nothing was sent You don’t have access to Northwind\. Ask an admin\.$/,
  ],
])('a person %s while the form was open is told so, and isn’t told to try again', (_, { detail, code }, says) => {
  const failure = { kind: 'not-sent', problem: problem('forbidden', detail, { code }).problem, replayed: false } as const
  render(<CommandFailureNotice failure={failure} />)
  expect(screen.getByRole('alert').textContent?.replace(/\s+/g, ' ').trim()).toMatch(says)
})

test('a token of several that nobody answered for is not called not sent', () => {
  const token = { kind: 'token', id: '4711', name: 'Visa', code: 'card' } as const
  const { problem: lost } = problem('unavailable', 'Check your internet connection.')
  const state = { kind: 'no-answer', problem: lost, replayed: false } as const
  render(<TokenProgress token={token} state={state} undo="waiting" isDenied={false} preview={undefined} onUndo={null} />)
  expect(screen.getByText('not confirmed')).toBeTruthy()
  expect(screen.queryByText('not sent')).toBeNull()
})
