// @vitest-environment happy-dom

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { operationKey, ordersKey } from '@/lib/operations/query-keys'
import { ownJson } from '@/lib/testing/own-answers'
import {
  buyerId,
  cleanAfterEach,
  commands,
  dialog,
  preview,
  renderWithActions,
  stubFetch,
  subscription,
} from './actions-for-tests'
import { VerbButton } from './verb-button'

cleanAfterEach()

test('lower plans stand with their prices, those of the same term first, and the price before beside the price after', async () => {
  const price = (amount: string) => ({ amountWithDiscountAndCouponAndTax: amount })
  const plan = (id: string, name: string, durationMonths: number, amount?: string) => ({
    ...{ id, name, code: null, durationMonths },
    prices: amount ? { amount: price(amount), monthlyAmount: price('13.00') } : null,
  })
  const [plus, cloud, third] = [
    '8c5e8757-102a-464a-b307-ee12f2574a79',
    'ee009063-4b1b-4164-9def-381c7a884707',
    '0b9d7f52-1b7a-4b6e-8f11-9a2d4cc01e55',
  ]
  const path = `/api/v2/buyers/${buyerId}/subscriptions/${subscription.id}/downgrade`
  const listed = [
    plan('5f0c1c1e-6f0b-4f5e-9a51-6a5a1f2f7b10', 'Plus 3 months', 3, '46.79'),
    plan(plus ?? '', 'Plus 12 months', 12, '155.99'),
    plan(cloud ?? '', 'Cloud 12 months', 12),
    plan(third ?? '', 'Mini 12 months', 12, '10.00'),
  ]
  const row = {
    field: 'product',
    label: 'Product',
    before: 'Pro 12 months',
    beforeAsOf: null,
    after: 'Plus',
    changes: true,
    expects: null,
  }
  const received = stubFetch({
    'POST /api/desk/preview': () => ownJson(preview({ effect: { ...preview().effect, rows: [row] } })),
    [`GET ${path}`]: () => ownJson({ data: { currency: 'GBP', products: listed } }),
    [`POST ${path}`]: () => ownJson({}, { headers: { 'x-outcome': 'done' } }),
  })
  const product = { id: 'pro', name: 'Pro 12 months', durationMonths: 12 }
  const order = {
    ...{ orderId: 'o', type: 'initial', status: 'settled', createdAt: '2026-09-23 10:00:00', currency: 'GBP' },
    products: [{ id: 'pro', name: 'Pro 12 months', code: null, prices: price('251.99') }],
    charges: [{ chargeId: 'c', status: 'settled', amount: '251.99', currency: 'GBP', createdAt: '2026-09-23 10:00:00' }],
  }
  renderWithActions(<VerbButton verb="downgrade" target={subscription} />, {}, (queryClient) => {
    const asked = { merchant: 'northwind', params: { buyerId } }
    queryClient.setQueryData(operationKey('listSubscriptions', asked), { data: [{ id: subscription.id, product }] })
    queryClient.setQueryData(ordersKey('northwind', buyerId), { pages: [{ orders: [order], next: null }], pageParams: [null] })
  })
  await userEvent.click(screen.getByRole('button', { name: 'Downgrade' }))
  await screen.findByRole('dialog', {}, { timeout: 10_000 })
  const names = async () =>
    (await dialog().findAllByRole('radio', {}, { timeout: 10_000 })).map((each) => each.closest('label')?.textContent)
  expect((await names()).map((each) => each?.match(/^\w+ \d+ months/)?.[0])).toEqual([
    'Plus 12 months',
    'Cloud 12 months',
    'Plus 3 months',
  ])
  expect(dialog().getByText('Choose a plan to see what changes.')).toBeTruthy()

  await userEvent.click(dialog().getByRole('button', { name: 'Show 1 more: Mini 12 months' }))
  await userEvent.click(dialog().getByRole('radio', { name: /^Cloud 12 months/ }))
  const shown = within(await dialog().findByRole('region', { name: 'Preview' }))
  expect(await shown.findByText('the price isn’t known')).toBeTruthy()
  expect(shown.getByText('last paid 23 Sep 2026')).toBeTruthy()
  await userEvent.click(dialog().getByRole('radio', { name: /^Plus 12 months/ }))
  expect(await shown.findByText('96.00 GBP less')).toBeTruthy()
  await userEvent.click(dialog().getByRole('radio', { name: /^Plus 3 months/ }))
  expect(await shown.findByText('Plus 3 months')).toBeTruthy()
  expect(shown.queryByText(/GBP less$/)).toBeNull()
  await userEvent.click(dialog().getByRole('radio', { name: /^Plus 12 months/ }))
  await userEvent.click(dialog().getByRole('button', { name: 'Downgrade to Plus 12 months' }))
  await dialog().findByText('Done')
  expect(
    commands(received)
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body),
  ).toEqual([{ productId: plus }])
})
