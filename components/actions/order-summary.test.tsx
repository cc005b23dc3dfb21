// @vitest-environment happy-dom

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { NewOrderContext } from '@/lib/prices/new-order-context'
import { ownJson } from '@/lib/testing/own-answers'
import { cleanAfterEach, preview, renderWithActions, stubFetch } from './actions-for-tests'
import { NewOrderForm } from './new-order-form'

cleanAfterEach()

const buyerId = '31d21526-a9d9-4b2f-ae75-32594eee2787'
const context: NewOrderContext = {
  merchant: { code: 'northwind', name: 'Northwind', timeZone: 'UTC' },
  products: [{ code: 'NWPRO12', name: 'Northwind Pro 12 months' }],
  buyers: [{ buyerId, email: 'n•••a@e••••••.test', country: 'NL' }],
  hosts: [],
  quote: null,
  unusable: null,
  mayAct: null,
  start: { returnUrl: 'https://shop.example.test/thanks' },
}
const total = {
  origin: '287.60',
  discountsAndCoupons: '57.52',
  amountWithDiscountsAndCoupons: '230.08',
  taxPercent: '21.00',
  tax: '48.32',
  amountWithDiscountsAndCouponsAndTax: '278.40',
}
const answer = {
  currency: 'EUR',
  tax: { type: 'VAT', country: 'NL' },
  chargeMethods: [],
  products: [],
  bundles: [{ bundleHashKey: 'b-1', totalAmount: total, products: [] }],
}

test('the summary has the service’s price once the buyer is one we know, and says why it has none before', async () => {
  const received = stubFetch({
    'POST /api/desk/preview': () => ownJson(preview()),
    [`POST /api/v3/buyers/${buyerId}/products/bundles`]: () => ownJson({ data: answer, meta: {} }),
  })
  renderWithActions(<NewOrderForm context={context} ticket={null} />)
  await userEvent.click(await screen.findByLabelText('Product', {}, { timeout: 10_000 }))
  await userEvent.paste('NWPRO12')
  await userEvent.click(screen.getByLabelText('Discount, %'))
  await userEvent.paste('20')
  const summary = screen.getByRole('region', { name: 'Summary' })
  expect(summary.textContent).toContain('Northwind Pro 12 months')
  expect(summary.textContent).toContain('Price unknown here')
  expect(received.filter(({ path }) => path.includes('bundles'))).toEqual([])

  await userEvent.selectOptions(screen.getByLabelText('Buyer'), buyerId)
  await waitFor(() => expect(summary.textContent).toContain('278.40 EUR'), { timeout: 5_000 })
  expect(summary.textContent).toContain('for n•••a@e••••••.test')
  expect(summary.textContent).not.toContain('Price unknown here')
})
