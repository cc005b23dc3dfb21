// @vitest-environment happy-dom

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ownJson } from '@/lib/testing/own-answers'
import {
  cleanAfterEach,
  dialog,
  preview,
  refusal,
  renderWithActions,
  stubFetch,
  subscription,
  toAutocharge,
  verb,
} from './actions-for-tests'
import { VerbButton } from './verb-button'

cleanAfterEach()

const unknown = refusal('invalid', 'We don’t know this buyer’s IP address yet. Enter it.', {
  fields: [{ field: 'x-buyer-ip', title: 'We don’t know this buyer’s IP address yet. Enter it.' }],
})
const isAddress = (typed: unknown) => typed === '203.0.113.9'

test('a buyer of whom no address is known is previewed and acted on with the one a person types', async () => {
  const received = stubFetch({
    'POST /api/desk/preview': ({ body }) =>
      isAddress((body as { buyerAddress: unknown }).buyerAddress)
        ? ownJson(preview({ buyerAddress: { address: '203.0.113.•••', source: 'typed' } }))
        : unknown(),
    [toAutocharge]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }),
  })
  renderWithActions(<VerbButton verb="autochargeOff" target={subscription} />)
  await userEvent.click(screen.getByRole('button', { name: 'Turn off autocharge' }))
  const field = await screen.findByLabelText('Buyer address', {}, { timeout: 10_000 })
  expect(verb('Turn off autocharge').getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(field, '203.0.113.9')
  expect(await dialog().findByText('What happens next')).toBeTruthy()
  expect(
    dialog()
      .getByText(/203.0.113.•••/)
      .closest('p')?.textContent,
  ).toMatch(/typed/)
  expect(dialog().getByLabelText('Buyer address')).toBeTruthy()
  await userEvent.click(verb('Turn off autocharge'))
  await dialog().findByText('Done')
  expect(received.filter(({ path }) => path.startsWith('/api/v')).map(({ headers }) => headers.get('x-buyer-ip'))).toEqual([
    '203.0.113.9',
  ])
})
