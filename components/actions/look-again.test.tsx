// @vitest-environment happy-dom

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ownAnswer, ownJson } from '@/lib/testing/own-answers'
import {
  action,
  buyer,
  cleanAfterEach,
  commands,
  dialog,
  press,
  preview,
  renderWithActions,
  stubFetch,
  subscription,
  toAutocharge,
  toEmail,
} from './actions-for-tests'
import { NewBuyerForm } from './new-buyer-form'
import { NewOrderForm } from './new-order-form'
import { VerbButton } from './verb-button'

cleanAfterEach()

async function openChangeEmail(email: string) {
  renderWithActions(<VerbButton verb="changeEmail" target={buyer} />)
  await userEvent.click(screen.getByRole('button', { name: 'Change e-mail' }))
  await userEvent.click(await screen.findByLabelText('E-mail', {}, { timeout: 10_000 }))
  await userEvent.paste(email)
}

test('asks about an address that looks mistyped, takes the likely one at one press, and blocks nothing', async () => {
  const received = stubFetch({ [toEmail]: () => ownAnswer(null, { status: 204, headers: { 'x-outcome': 'done' } }) })
  await openChangeEmail('rowan@gmial.con')
  const asked = await dialog().findByText('rowan@gmail.com')
  expect(asked.closest('[role="status"]')?.textContent).toBe('Did you mean rowan@gmail.com? Use this address')
  await press('Use this address')
  expect((dialog().getByLabelText('E-mail') as HTMLInputElement).value).toBe('rowan@gmail.com')
  await waitFor(() => expect(dialog().queryByText(/Did you mean/)).toBeNull())
  await userEvent.clear(dialog().getByLabelText('E-mail'))
  await userEvent.paste('rowan@gmial.con')
  await dialog().findByText(/Did you mean/)
  await press('Change e-mail')
  await dialog().findByText('Done')
  expect(commands(received).map(({ body }) => body)).toEqual([{ email: 'rowan@gmial.con' }])
})

test('a verb that is pressed before its preview is there says that nothing was sent, until the form is another', async () => {
  let show = (_: Response) => {}
  const danger = [{ from: null, until: null, says: 'Assume the buyer is charged straight away.', danger: true }]
  const dangerous = preview()
  const received = stubFetch({
    'POST /api/desk/preview': () => new Promise((resolve) => (show = resolve)),
    [toAutocharge]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }),
  })
  renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
  const back = await screen.findByRole('button', { name: 'Back' }, { timeout: 10_000 })
  await userEvent.click(within(back.closest('[role=dialog]') as HTMLElement).getByRole('button', { name: 'Turn off autocharge' }))
  show(ownJson({ ...dangerous, effect: { ...dangerous.effect, later: danger } }))
  expect((await dialog().findByRole('alert')).textContent).toBe('Nothing was sentReview the preview, then try again.')
  expect(dialog().getByText('This may charge the buyer')).toBeTruthy()
  expect(commands(received)).toHaveLength(0)

  await userEvent.type(dialog().getByLabelText('Reason'), 'x')
  expect(dialog().queryByRole('alert')).toBeNull()
  show(ownJson({ ...dangerous, effect: { ...dangerous.effect, later: danger } }))
  await waitFor(() => expect(dialog().queryByText('Loading preview')).toBeNull())
  await press('Turn off autocharge')
  await dialog().findByText('Done')
})

describe('a press before the preview says that nothing was sent', () => {
  const merchant = { code: 'northwind', name: 'Northwind', timeZone: 'UTC' }
  const said = async () => (await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent

  test('of a new buyer', async () => {
    let show = (_: Response) => {}
    const received = stubFetch({ 'POST /api/desk/preview': () => new Promise((resolve) => (show = resolve)) })
    renderWithActions(<NewBuyerForm {...({ merchant, role: 'agent', ticket: null } as const)} />)
    await userEvent.click(await screen.findByLabelText('E-mail'))
    await userEvent.paste('rowan@example.test')
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE')
    await userEvent.click(screen.getByRole('button', { name: 'Create buyer' }))
    show(ownJson(preview({ approval: 'A manager must approve it.' })))
    expect(await said()).toMatch(/^Nothing was sent/)
    expect(commands(received)).toHaveLength(0)
  })

  test('of a new order', async () => {
    const at = new Date().toISOString()
    const unsettled = {
      actionId: '0b9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55',
      words: 'Create payment link',
      person: 'Remy',
      mine: false,
      at,
      running: false,
    }
    let version = 7
    const received = stubFetch({
      'POST /api/desk/preview': () => ownJson(preview(version === 7 ? {} : { version, unsettled })),
    })
    const start = { email: 'rowan@example.test', returnUrl: 'https://shop.example.test/thanks' }
    const context = { merchant, products: [], buyers: [], hosts: [], quote: null, unusable: null, mayAct: null, start }
    renderWithActions(<NewOrderForm context={context} ticket={null} />)
    await userEvent.click(await screen.findByLabelText('Product'))
    await userEvent.paste('NWPLUS12')
    await waitFor(() => expect(screen.queryByText(/^Enter a product, a buyer/)).toBeNull())
    version = 8
    await userEvent.click(screen.getByRole('button', { name: 'Create payment link' }))
    expect(await said()).toMatch(/^Nothing was sent/)
    expect(screen.getByText(/Continue anyway/)).toBeTruthy()
    expect(commands(received)).toHaveLength(0)
  })
})

test.each([
  [null, 'Autocharge is off'],
  ['Another action has changed this since, or may have.', 'Turn off autocharge: done'],
])(
  'says of what the answer leaves out that it does, and tells the customer only what holds: since then %s',
  async (since, title) => {
    const data = { endDate: '2099-06-30T14:55:00Z', status: 'active' }
    stubFetch({
      [toAutocharge]: () => ownJson({ data }, { headers: { 'x-outcome': 'done' } }),
      'GET /api/desk/actions/': () => ownJson(action({ since })),
    })
    renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
    await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
    await screen.findByText('What happens next', {}, { timeout: 10_000 })
    await press('Turn off autocharge')
    expect(await screen.findByText(title)).toBeTruthy()
    expect(dialog().getByText('not in the answer')).toBeTruthy()
    expect(dialog().queryByText(/^Another action has changed this since/) === null).toBe(since === null)
    expect(dialog().queryByRole('alert') === null).toBe(since === null)
    const reply = /Pode usá-la até 30 de junho de 2099/
    if (since === null) expect(await dialog().findByText(reply)).toBeTruthy()
    else expect(dialog().queryByText(reply)).toBeNull()
  },
)

test('looks again before a reply is copied, and takes away what does not hold any more', async () => {
  let since: string | null = null
  stubFetch({
    [toAutocharge]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }),
    'GET /api/desk/actions/': ({ path }) => ownJson(action({ since, actionId: path.split('/').at(-1) ?? '' })),
  })
  renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
  await screen.findByText('What happens next', {}, { timeout: 10_000 })
  await press('Turn off autocharge')
  const copy = await dialog().findByRole('button', { name: 'Copy reply' })
  since = 'Another action has changed this since, or may have.'
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 2_000)
  await userEvent.hover(copy)
  expect((await dialog().findByRole('alert')).textContent).toContain(since)
  expect(dialog().queryByRole('button', { name: 'Copy reply' })).toBeNull()
})
