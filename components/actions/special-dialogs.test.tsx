// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { inZone } from '@/lib/core/dates'
import { operationKey } from '@/lib/operations/query-keys'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import {
  buyerId,
  cleanAfterEach,
  commands,
  dialog,
  preview,
  refusal,
  renderWithActions,
  stubFetch,
  subscription,
} from './actions-for-tests'
import { ByIdButton } from './by-id-button'
import { MethodVerb } from './token-verbs'
import { VerbButton } from './verb-button'

const today = inZone(Date.now(), 'UTC').day
const datePath = `/api/v2/buyers/${buyerId}/subscriptions/${subscription.id}/change_expiration_date`
const token = {
  provider: 'acq',
  mid: null,
  bin: null,
  email: null,
  chargeId: null,
  createdAt: null,
  updatedAt: null,
  successfullyUsedAt: null,
}
const method = {
  ...{ id: 'fa8d6978-0000-4000-8000-000000000000', value: '0119', paymentMethodType: 'card' },
  tokens: [1, 2, 3].map((id) => ({ ...token, id, isEnabled: true })),
}

cleanAfterEach()

test('renewing needs the typed word, and is confirmed to the server', async () => {
  const received = stubFetch({ [`POST ${datePath}`]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }) })
  renderWithActions(<VerbButton verb="renewNow" target={subscription} />)
  await userEvent.click(screen.getByRole('button', { name: 'Renew now' }))
  await screen.findByLabelText('Reason', {}, { timeout: 10_000 })
  const verb = () => dialog().getByRole('button', { name: 'Renew now' })
  await userEvent.click(dialog().getByRole('button', { name: 'Goodwill' }))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(verb().getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(dialog().getByLabelText('Type RENEW'), 'RENEW')
  await userEvent.click(verb())
  await dialog().findByText('Done')
  const [sent, ...more] = commands(received)
  expect(more).toEqual([])
  expect(sent?.body).toEqual({ expirationDate: today, reason: 'Goodwill' })
  expect(sent?.headers.get('x-confirmed-renewal')).toBe('yes')
})

test('a card is disabled token by token, each an action of its own, up to the first that nobody answered', async () => {
  const received = stubFetch({
    'POST /api/desk/preview': () => ownJson(preview()),
    [`PUT /api/v3/buyers/${buyerId}/disable-token`]: ({ body }) => {
      const { chargeMethodTokenId: id } = body as { chargeMethodTokenId: number }
      if (id === 2) return refusal('unconfirmed', 'No answer.', {}, 'unconfirmed')()
      return ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done', 'x-known-version': '8' } })
    },
  })
  renderWithActions(<MethodVerb method={method} />)
  await userEvent.click(screen.getByRole('button', { name: 'Disable all 3 tokens' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  const verb = dialog().getByRole('button', { name: 'Disable all 3 tokens' })
  await dialog().findAllByText('on')
  await userEvent.click(verb)
  await dialog().findByText('unconfirmed')
  const rows = dialog()
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(rows[0]).toContain('disabled')
  expect(rows[2]).not.toContain('disabled')
  expect(commands(received).map(({ headers }) => headers.get('x-shown-version'))).toEqual(['7', '8'])
  expect(new Set(commands(received).map(({ headers }) => headers.get('x-action-id'))).size).toBe(2)
})

test('where an answer shows that a token is still enabled, the card isn’t told as off, and there is no reply', async () => {
  const row = {
    field: 'isEnabled',
    label: 'Token',
    before: null,
    beforeAsOf: null,
    after: 'Disabled',
    changes: true,
    expects: false,
  }
  const difference = { field: 'isEnabled', label: 'Token', predicted: 'Disabled', observed: 'Enabled' }
  let reads = 0
  stubFetch({
    [`PUT /api/v3/buyers/${buyerId}/disable-token`]: () => ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } }),
    'GET /api/desk/actions/': () => {
      reads += 1
      const differences = reads === 2 ? [difference] : []
      return ownJson({ operation: 'disableToken', state: 'done', effect: { rows: [row], zone: 'UTC', differences } })
    },
  })
  renderWithActions(<MethodVerb method={method} />)
  await userEvent.click(screen.getByRole('button', { name: 'Disable all 3 tokens' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await userEvent.click(dialog().getByRole('button', { name: 'Disable all 3 tokens' }))
  await dialog().findByText('2 tokens disabled, 1 shown as enabled')
  expect(dialog().getByText('shown as enabled')).toBeTruthy()
  expect(dialog().queryByRole('button', { name: 'Copy reply' })).toBeNull()
})

test('after a whole card was disabled there is a reply to copy, what autocharge will do, and an undo for each token', async () => {
  const undone: string[] = []
  const received = stubFetch({
    'POST /api/desk/preview': () => ownJson(preview()),
    [`PUT /api/v3/buyers/${buyerId}/disable-token`]: () => ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } }),
    'GET /api/desk/actions/': () => ownJson({ operation: 'disableToken', state: 'done', effect: null }),
    'POST /api/desk/actions/': ({ path }) => {
      undone.push(path)
      return ownJson({}, { headers: { 'x-outcome': 'done' } })
    },
  })
  const running = {
    id: subscription.id,
    status: 'active',
    autoChargeStatus: true,
    isTokenized: false,
    endDate: null,
    product: null,
  }
  const off = { ...method, tokens: method.tokens.map((each) => ({ ...each, isEnabled: false })) }
  renderWithActions(<MethodVerb method={method} />, {}, (queryClient) => {
    const asked = { merchant: 'northwind', params: { buyerId } }
    queryClient.setQueryData(operationKey('listSubscriptions', asked), { data: [running] })
    queryClient.setQueryData(operationKey('listTokens', asked), { data: [off] })
  })
  await userEvent.click(screen.getByRole('button', { name: 'Disable all 3 tokens' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await userEvent.click(dialog().getByRole('button', { name: 'Disable all 3 tokens' }))
  expect((await dialog().findByText('3 tokens disabled')).closest('[role="status"]')).toBeTruthy()
  expect(dialog().getByText(/autocharge is on, no active token, so expect the charge to fail/)).toBeTruthy()
  await userEvent.selectOptions(await dialog().findByRole('combobox', { name: 'Language of the reply' }), 'English')
  expect(
    await dialog().findByText(/We’ve switched off the payment details we had saved for your card ending in 0119/),
  ).toBeTruthy()
  expect(dialog().getByRole('button', { name: 'Copy reply' })).toBeTruthy()

  const first = commands(received)[0]?.headers.get('x-action-id')
  await userEvent.click(dialog().getByRole('button', { name: 'Undo, enable token 1 again' }))
  await dialog().findByText('enabled again')
  expect(undone).toEqual([`/api/desk/actions/${first}/undo`])
  expect(dialog().getByText('2 tokens disabled, 1 enabled again')).toBeTruthy()
  expect(dialog().queryByText(/^We’ve switched off/)).toBeNull()
  expect(dialog().getAllByRole('button', { name: /^Undo/ })).toHaveLength(2)
})

test('an undo of a token that our own server didn’t answer leaves nothing to tell the customer', async () => {
  stubFetch({
    'POST /api/desk/preview': () => ownJson(preview()),
    [`PUT /api/v3/buyers/${buyerId}/disable-token`]: () => ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } }),
    'GET /api/desk/actions/': () => ownJson({ operation: 'disableToken', state: 'done', effect: null }),
    'POST /api/desk/actions/': () => Promise.reject(new TypeError('fetch failed')),
  })
  renderWithActions(<MethodVerb method={method} />)
  await userEvent.click(screen.getByRole('button', { name: 'Disable all 3 tokens' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await userEvent.click(dialog().getByRole('button', { name: 'Disable all 3 tokens' }))
  await userEvent.click(await dialog().findByRole('button', { name: 'Undo, enable token 1 again' }))
  expect(await dialog().findByText('2 tokens disabled, 1 may be enabled again')).toBeTruthy()
  expect(dialog().queryByRole('button', { name: 'Copy reply' })).toBeNull()
  expect(dialog().getByRole('button', { name: 'Undo, enable token 1 again' })).toBeTruthy()
})

test('once each token has its answer Escape closes the dialog, while what became of them is still being read', async () => {
  let answers = 0
  stubFetch({
    'POST /api/desk/preview': () => (answers === 3 ? new Promise<Response>(() => {}) : ownJson(preview())),
    [`PUT /api/v3/buyers/${buyerId}/disable-token`]: () => {
      answers += 1
      return ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } })
    },
  })
  renderWithActions(<MethodVerb method={method} />)
  await userEvent.click(screen.getByRole('button', { name: 'Disable all 3 tokens' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  await userEvent.click(dialog().getByRole('button', { name: 'Disable all 3 tokens' }))
  await dialog().findByText('3 tokens disabled')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a typed id is marked as typed until the service has answered about it', async () => {
  stubFetch({})
  renderWithActions(<ByIdButton of="subscription" />)
  await userEvent.click(screen.getByRole('button', { name: 'Enter a subscription id' }))
  const field = await screen.findByLabelText('Subscription id', {}, { timeout: 10_000 })
  await userEvent.type(field, 'nonsense')
  await userEvent.click(dialog().getByRole('button', { name: 'Turn off autocharge' }))
  expect(await dialog().findByText(/Enter an id such as/)).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, subscription.id)
  await userEvent.click(dialog().getByRole('button', { name: 'Turn off autocharge' }))
  await screen.findByText('What happens next')
  expect(dialog().getByText('typed')).toBeTruthy()
})
