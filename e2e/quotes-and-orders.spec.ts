import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'
import { pricesPath } from './price-link'

const { buyer, activeSubscription } = ids.cascade

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
  await line.getByLabel('Custom price').fill('19.99')
  await line.getByLabel('Autocharge').selectOption('Off')
  await page.getByLabel('Currency').fill('EUR')
  await page.getByLabel('Discount, %').fill('12.5')
  await page.getByText('Metadata, sequence, device').click()
  const metadata = page.getByRole('group', { name: 'Metadata', exact: true })
  await metadata.getByRole('button', { name: 'Add an entry' }).click()
  await metadata.getByLabel('Metadata, name 1').fill('orderKey')
  await metadata.getByLabel('Metadata, value 1').fill('k-1')
  await page.getByLabel('Sequence').fill('9007199254740993123')
  await page.getByLabel('Analytics client id').fill('GA1.2.3')
  await expect(page.getByText('No metadata entry is called')).toHaveCount(0)
  await expect(page.getByText('Each time you send this, it creates another order and another link.')).toBeVisible()
  await send(page)
  await expect(said(page)).toBeVisible()
  const card = page.getByRole('region', { name: 'Payment page' })
  await expect(card.getByRole('link')).toHaveAttribute('href', /^https:\/\/pay\.example\.test\/checkout\/\w{8}$/)
  await expect(card.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()
  await expect(card).toContainText('9007199254740993123')
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

test('a manager compares keep, downgrade and a retention offer, and an agent makes the offer a payment link in two clicks', async ({
  signedInAs,
  standin,
}) => {
  const manager = await signedInAs('manager')
  await manager.goto(`/buyers/${buyer}`) // so that the e-mail of the buyer is known
  await expect(manager.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
  const keep = { action: 'renew', product: 'NWPLUS3', subscription: activeSubscription } as const
  await manager.goto(
    pricesPath([[keep], [{ ...keep, action: 'downgrade', product: 'NWCLOUD3' }], [{ ...keep, discount: '30' }]], ['BRL']),
  )
  await manager.getByRole('button', { name: /^Edit option C/ }).click()
  await manager.getByLabel('Name on the offer').fill('Retention 30 %')
  await manager.getByRole('button', { name: 'Done' }).click()
  const offer = manager.getByRole('button', { name: /^Show receipt of C in BRL/ })
  await expect(offer).toContainText(/saves .* in 3 months/)
  await expect(manager.getByRole('button', { name: /^Show receipt of B in BRL/ })).toContainText(/\d/)
  await offer.click()
  await manager.getByRole('button', { name: 'Save quote' }).click()
  await expect(manager.getByRole('heading', { name: 'Retention 30 %' })).toBeVisible()
  await expect(manager.getByText('No changes.')).toBeVisible()
  const link = manager.url()

  const agent = await signedInAs('agent')
  await agent.goto(link)
  await expect(agent.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await manager.getByRole('button', { name: 'Share' }).click()
  await expect(manager.getByRole('button', { name: 'Copy link' })).toBeVisible()

  await agent.goto(link)
  await agent.getByRole('link', { name: 'Create payment link' }).click()
  await expect(agent.getByLabel('Product', { exact: true })).toHaveValue('NWPLUS3')
  const address = agent.getByLabel('Return address')
  if ((await address.inputValue()) === '') await address.fill('https://shop.example.test/') // the first order of an account has no habit
  await send(agent)
  await expect(said(agent)).toBeVisible()
  await expect(agent.getByText('The payment page recalculates the price', { exact: false }).first()).toBeVisible()
  const [request] = await standin.requests('createInitialOrder')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    discount: 30,
    currency: 'BRL',
    buyer: { email: 'tainara@example.test' },
  })
  await agent.goto(link)
  await expect(agent.getByText('This quote has already been used.')).toBeVisible()
})

test('a quote of a downgrade opens the downgrade with its product', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(pricesPath([[{ action: 'downgrade', product: 'NWCLOUD1', subscription: activeSubscription }]], ['BRL']))
  await page.getByRole('button', { name: 'Save quote' }).click()
  await page.getByRole('button', { name: 'Downgrade', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Downgrade/ })
  await expect(dialog.getByLabel('Product id')).toHaveValue('8b905213-c901-46f7-8d7d-adc53377531a')
})

test('finance sees prices and why a link is not theirs to make', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto('/orders/new')
  await expect(page.getByRole('button', { name: 'Create payment link' })).toHaveAccessibleDescription(/needs the agent role/)
})
