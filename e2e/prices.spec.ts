import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { choose } from './choose'
import { expect, test } from './fixtures'

const { buyer, activeSubscription } = ids.cascade
const prices = `/buyers/${buyer}/prices`

const line = (page: Page, number: number, letter = 'A') =>
  page.getByRole('group', { name: `line ${number} of bundle ${letter}`, exact: true })
const cell = (page: Page, name: string) => page.getByRole('button', { name: `Receipt of ${name}` })
const calculate = (page: Page) => page.getByRole('button', { name: /^Calculate prices/ }).click()

/** The first line buys a product; the currency is the one asked for. */
async function buys(page: Page, product: string, currency: string): Promise<void> {
  await line(page, 1).getByLabel('Product', { exact: true }).fill(product)
  await page
    .getByRole('combobox', { name: 'Currency' })
    .or(page.getByLabel('Currency', { exact: true }))
    .first()
    .fill(currency)
  await expect(page.getByRole('columnheader', { name: currency })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the buyer’s currency' }).click()
}

test('a purchase with discount and coupon is asked as documented and shown as given', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto(prices)
  await buys(page, 'NWPLUS12', 'EUR')
  const first = line(page, 1)
  await first.getByLabel('Discount, %').fill('10')
  await first.getByLabel('Coupon').fill('SPRING25')
  for (const part of ['Day', 'Week']) await first.getByLabel(part).check()
  await page.getByLabel('Locale').fill('nl')
  await calculate(page)
  await expect(cell(page, 'A in EUR')).toContainText('81.00')
  const receipt = page.getByRole('table', { name: 'Receipt of Northwind Plus 12 maanden' })
  await expect(receipt.getByRole('row')).toHaveText([
    /List price\s*120\.00/,
    /−Discount 10\.00 %\s*12\.00/,
    /=After discount\s*108\.00/,
    /−SPRING25 25\.00 %\s*27\.00/,
    /=Net\s*81\.00/,
    /\+Tax/,
    /=Line\s*81\.00/,
  ])
  const [request] = await standin.requests('getOneClickPrices')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    isMobile: false,
    currency: 'EUR',
    locale: 'nl',
    bundles: [
      {
        bundleHashKey: 'b-1',
        products: [
          {
            productHashKey: 'p-1',
            actionName: 'purchase',
            productCode: 'NWPLUS12',
            quantity: 1,
            discount: 10,
            couponCode: 'SPRING25',
            priceCalculationType: { dailyAmount: true, weeklyAmount: true, monthlyAmount: true },
          },
        ],
      },
    ],
  })
})

test('the rules are told while typing, and nothing is sent against them', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto(prices)
  const first = line(page, 1)
  await first.getByLabel('Discount, %').fill('100')
  await expect(first.getByText('Enter a percentage from 0.01 to 99.99')).toBeVisible()
  await first.getByLabel(/^Action/).selectOption('Renew')
  await expect(first.getByLabel('Quantity')).toHaveCount(0)
  await first.getByLabel('Subscription').selectOption(activeSubscription)
  await page.getByRole('button', { name: 'Add a line' }).click()
  const second = line(page, 2)
  await second.getByLabel(/^Action/).selectOption('Downgrade')
  await second.getByLabel('Subscription').selectOption(activeSubscription)
  await expect(second.getByText(/already has an action/)).toBeVisible()
  await expect(second.getByText('Downgrades have no price per day, week or month.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was sent' })).toBeVisible()
  expect(await standin.requests('getOneClickPrices')).toEqual([])
})

test('a product nobody knows is told on its line and costs the other bundles nothing', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(prices)
  await buys(page, 'NWPLUS1', 'USD')
  await page.getByRole('button', { name: 'Add a bundle' }).click()
  await line(page, 1, 'B').getByLabel('Product', { exact: true }).fill('NOSUCH')
  await calculate(page)
  await expect(cell(page, 'A in USD')).toContainText('19.99')
  await expect(cell(page, 'B in USD')).toContainText('Products not found')
  await expect(line(page, 1, 'B').getByText('The service doesn’t know this product')).toBeVisible()
})

test('a coupon that is over is told on its line', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(prices)
  await buys(page, 'NWPLUS1', 'EUR')
  await line(page, 1).getByLabel('Coupon').fill('LASTYEAR50')
  await calculate(page)
  await expect(line(page, 1).getByText('The coupon is not valid.')).toBeVisible()
})

test('a link brings the whole calculation back, and holds nothing personal', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  await page.goto(prices)
  await buys(page, 'NWPRO3', 'KWD')
  await line(page, 1).getByLabel('Quantity').fill('3')
  await page.getByLabel('Buyer address').fill('192.0.2.130')
  for (let more = 0; more < 5; more += 1) await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'Compare with bundle B' }).click()
  const colleague = await signedInAs('agent')
  // The address follows what is typed by a moment, so the last step may not stand in it yet.
  const asLinked = async () => {
    await colleague.goto(page.url())
    return colleague.getByRole('button', { name: 'Bundle B is the baseline' }).count()
  }
  await expect.poll(asLinked, { timeout: 30_000 }).toBe(1)
  await expect(page).toHaveURL(/\?w=d[\w-]+$/)
  expect(page.url()).not.toContain('192.0.2')
  await expect(colleague.getByRole('rowheader')).toHaveCount(6)
  await expect(line(colleague, 1).getByLabel('Quantity')).toHaveValue('3')
  await expect(colleague.getByLabel('Buyer address')).toHaveValue('')
})

test('options that clash on a subscription travel apart, and the others show how much more they cost than the baseline', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  await page.goto(prices)
  await buys(page, 'NWPLUS3', 'BRL')
  await line(page, 1)
    .getByLabel(/^Action/)
    .selectOption('Renew')
  await line(page, 1).getByLabel('Subscription').selectOption(activeSubscription)
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await line(page, 1, 'B').getByLabel('Discount, %').fill('30')
  await page.getByRole('button', { name: 'Compare with bundle A' }).click()
  await expect(page.getByText('2 requests, up to 4 at a time')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(cell(page, 'A in BRL')).toContainText('baseline')
  await expect(cell(page, 'B in BRL')).toContainText('−30.0%')
  expect(await standin.requests('getOneClickPrices')).toHaveLength(2)
  await line(page, 1, 'B').getByLabel('Discount, %').fill('40')
  await expect(cell(page, 'B in BRL')).toContainText('outdated')
  await expect(cell(page, 'B in BRL')).toContainText('−30.0%')
  await expect(cell(page, 'A in BRL')).not.toContainText('outdated')
})

test('a price that could not be had is asked again alone', async ({ signedInAs, standin }) => {
  const page = await signedInAs('manager')
  await page.goto(prices)
  await buys(page, 'NWPLUS1', 'EUR')
  await page.getByLabel('Currency', { exact: true }).fill('USD')
  await standin.fault('getOneClickPrices', 'race', { times: 1 })
  await calculate(page)
  const again = page.getByRole('button', { name: /^Retry / })
  await expect(again).toBeVisible()
  await expect(again).toHaveText('Retry 1 failed')
  await again.click()
  await expect(cell(page, 'A in EUR')).toContainText('18.00')
  await expect(cell(page, 'A in USD')).toContainText('19.99')
  expect(await standin.requests('getOneClickPrices')).toHaveLength(3)
})

test('the comparison is exported as a file that a spreadsheet reads', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  await page.goto(prices)
  await buys(page, 'NWPLUS1', 'USD')
  await calculate(page)
  await expect(cell(page, 'A in USD')).toContainText('19.99')
  await page.getByRole('button', { name: 'Export the comparison' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), choose(page.getByRole('button', { name: 'Export CSV' }))])
  expect(file.suggestedFilename()).toBe('prices.csv')
  await page.getByRole('button', { name: 'Export the comparison' }).click()
  const [picture] = await Promise.all([page.waitForEvent('download'), choose(page.getByRole('button', { name: 'Image (PNG)' }))])
  expect(picture.suggestedFilename()).toBe('prices.png')
})

test('without a buyer the workbench can be filled, and opens for the buyer that is chosen', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/prices')
  await line(page, 1).getByLabel('Product', { exact: true }).fill('NWPLUS1')
  await expect(page).toHaveURL(/w=p/)
  await page.getByLabel('Buyer', { exact: true }).fill('tainara@example.test')
  await page.getByRole('button', { name: 'Choose buyer' }).click()
  await expect(page).toHaveURL(new RegExp(`/buyers/${buyer}/prices\\?w=p[^@%]*$`))
  await expect(line(page, 1).getByLabel('Product', { exact: true })).toHaveValue('NWPLUS1')
})
