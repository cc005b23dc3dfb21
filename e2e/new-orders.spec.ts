import type { Page } from '@playwright/test'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const said = (page: Page) => page.getByRole('status').filter({ hasText: 'Payment link created' })
const send = (page: Page) => page.getByRole('button', { name: 'Create payment link' }).click()

async function fillOrder(page: Page, product = 'NWPLUS12'): Promise<void> {
  await page.goto('/orders/new')
  const afresh = page.getByRole('button', { name: 'Start over' })
  await expect(page.getByLabel('Return address')).toBeVisible()
  if (await afresh.isVisible()) await afresh.click()
  await page.getByLabel('Product', { exact: true }).fill(product)
  const known = page.getByRole('combobox', { name: 'Buyer' })
  if (await known.isVisible()) await known.selectOption('')
  await page.getByLabel('E-mail').fill('tainara@example.test')
  await page.getByLabel('Return address').fill('https://shop.example.test/thanks?o={orderKey}')
}

test('a payment link is made with every field, and its page can be copied, scanned and read', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await fillOrder(page)
  await expect(page.getByText('No metadata entry is called orderKey')).toBeVisible()
  const line = page.getByRole('group', { name: 'product 1' })
  await line.getByLabel('Quantity').fill('2')
  await line.getByLabel('Coupon').fill('SPRING25')
  await line.getByText('Custom price, autocharge').click()
  await line.getByLabel('Custom price').fill('19.99')
  await line.getByLabel('Autocharge').selectOption('Off')
  await page.getByLabel('Currency').fill('EUR')
  await page.getByLabel('Discount, %').fill('12.5')
  await page.getByText('Metadata, sequence, analytics').click()
  const metadata = page.getByRole('group', { name: 'Metadata', exact: true })
  await metadata.getByRole('button', { name: 'Add an entry' }).click()
  await metadata.getByLabel('Metadata, name 1').fill('orderKey')
  await metadata.getByLabel('Metadata, value 1').fill('k-1')
  await page.getByLabel('Sequence').fill('9007199254740993123')
  await page.getByLabel('Analytics client id').fill('GA1.2.3')
  await expect(page.getByText('No metadata entry is called')).toHaveCount(0)
  await expect(page.getByText('A custom price takes the place of the price list.')).toBeVisible()
  await expect(page.getByText('Each time you send this, it creates another order and another link.')).toBeVisible()
  await send(page)
  await expect(said(page)).toBeVisible()
  const card = page.getByRole('region', { name: 'Payment page' })
  await expect(card.getByRole('heading', { name: '2 × Northwind Plus 12 months' })).toBeVisible()
  await expect(card.getByText('Price unknown here')).toBeVisible()
  await expect(card.getByText('Nothing is charged yet.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Copy message' })).toBeVisible()
  await expect(card.getByRole('link', { name: /^https/ })).toHaveAttribute(
    'href',
    /^https:\/\/pay\.example\.test\/checkout\/\w{8}$/,
  )
  await expect(card.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()
  await card.getByText('Details').click()
  await expect(card.getByText('9007199254740993123')).toBeVisible()
  const [request] = await standin.requests('createInitialOrder')
  expect(request?.body).toContain('"customPrice":19.99')
  expect(request?.headers['x-analytics-client-id']).toBe('GA1.2.3')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    isMobile: false,
    currency: 'EUR',
    discount: 12.5,
    sequence: '9007199254740993123',
    metaData: { orderKey: 'k-1', counterfoilActionId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    returnUrl: 'https://shop.example.test/thanks?o={orderKey}',
    products: [{ productCode: 'NWPLUS12', couponCode: 'SPRING25', quantity: 2, customPrice: 19.99, autochargeStatus: false }],
    buyer: { email: 'tainara@example.test' },
  })
})

test('what an order cannot be sent with is told on its field, and what the service refuses too', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await fillOrder(page, 'nwplus12')
  await page.getByLabel('Return address').fill('http://shop.example.test/')
  await page.getByLabel('Discount, %').fill('100')
  await send(page)
  await expect(page.getByText('Enter a percentage from 0.01 to 99.99')).toBeVisible()
  await expect(page.getByText(/Enter a full https address/)).toBeVisible()
  await expect(page.getByText(/Use capital letters, digits/)).toBeVisible()
  expect(await standin.requests('createInitialOrder')).toEqual([])
  await fillOrder(page, 'NWPLUS12')
  await page.getByRole('group', { name: 'product 1' }).getByLabel('Coupon').fill('LASTYEAR50')
  await send(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Refused' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'product 1' }).getByText('The coupon is not valid.')).toBeVisible()
})

test('an order whose answer was lost is unconfirmed, and the same one does not go out again unseen', async ({
  signedInAs,
  standin,
}) => {
  await standin.fault('createInitialOrder', 'reset', { applied: true })
  const page = await signedInAs('agent')
  await fillOrder(page, 'NWPRO12')
  await send(page)
  await expect(page.getByRole('alert').filter({ hasText: 'We do not know whether this was applied' })).toBeVisible()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText(/The order may still exist/)).toBeVisible()
  await fillOrder(page, 'NWPRO12')
  await expect(page.getByText(/is unconfirmed here/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create payment link' })).toHaveAttribute('aria-disabled', 'true')
  expect(await standin.requests('createInitialOrder')).toHaveLength(1)
})

test('two tabs that lose every answer to one order, and a reload, make one of it; another takes a decision', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.route('**/api/v3/initials/url', async (route) => {
      await route.fetch()
      await route.abort()
    })
    // Nor is a draft kept or given back.
    await tab.route('**/api/desk/drafts/**', (route) => route.abort())
    await fillOrder(tab, 'NWPRO1')
  }
  for (const tab of [page, other]) {
    await send(tab)
    await expect(tab.getByText('The action runs at most once.')).toBeVisible()
  }
  await fillOrder(page, 'NWPRO1')
  await page.unroute('**/api/v3/initials/url')
  await send(page)
  await expect(page.getByText('An earlier try created this link. Nothing was sent again.')).toBeVisible()
  expect(await standin.requests('createInitialOrder')).toHaveLength(1)
  await fillOrder(page, 'NWPRO1')
  await expect(page.getByText(/^You did this for the same order/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create payment link' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: 'Create another link for the same order.' }).check()
  await axeFindsNothing(page)
  await send(page)
  await expect(said(page)).toBeVisible()
  expect(await standin.requests('createInitialOrder')).toHaveLength(2)
})

test('a tab with the draft of what another tab has sent makes another order where somebody wants that', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  // What is typed is saved whenever it's quiet for a moment: the last of it is the return address.
  const kept = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('thanks?o') === true && /drafts/.test(answer.url()),
  )
  await fillOrder(page, 'NWPRO1')
  await kept
  const other = await page.context().newPage()
  await other.goto('/orders/new')
  await expect(other.getByLabel('Return address')).toHaveValue(/thanks/)
  await send(page)
  await expect(said(page)).toBeVisible()
  // A moment later it knows that the other tab has its answer. Until then a press would bring that one.
  await other.waitForFunction(() => !Object.keys(localStorage).some((name) => name.startsWith('counterfoil.tried')))
  // The question may be there without the press.
  await other.getByRole('button', { name: 'Create payment link' }).click({ force: true })
  const another = other.getByRole('checkbox', { name: 'Create another link for the same order.' })
  await expect(() => another.check({ timeout: 1_000 })).toPass() // the answer to the press may move it away
  await send(other)
  await expect(said(other)).toBeVisible()
  await expect(other.getByText('An earlier try created this link.')).toHaveCount(0)
  expect(await standin.requests('createInitialOrder')).toHaveLength(2)
})
