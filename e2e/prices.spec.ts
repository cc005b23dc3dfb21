import { ids } from '@/standin/seed/stories'
import { choose } from './choose'
import { expect, test } from './fixtures'
import { pricesPath } from './price-link'
import { bodies, cell, discount, done, edit, line, product, receipt, settled } from './price-page'

const { buyer, activeSubscription } = ids.cascade
const prices = `/buyers/${buyer}/prices`

test('a purchase with discount and coupon is asked as documented and shown as given', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto(
    pricesPath([[{ product: 'NWPLUS12', discount: '10', coupon: 'SPRING25', per: 7 }]], ['EUR'], {
      locale: 'nl',
    }),
  )
  await expect(cell(page, 'A in EUR')).toContainText('81.00')
  await expect(receipt(page).getByRole('table', { name: 'Receipt of the option' }).getByRole('row')).toHaveText([
    /List price\s*120\.00/,
    /−Discount 10\.00%\s*12\.00/,
    /−SPRING25 25\.00%\s*27\.00/,
    /=Before tax\s*81\.00/,
    /\+Tax.*–/,
    /=To pay\s*81\.00\s*EUR/,
  ])
  const sent = (await bodies(standin)).map((body) => JSON.parse(body)).find(({ bundles }) => bundles[0].bundleHashKey === 'b-1')
  expect(sent.bundles[0].products).toEqual([
    {
      productHashKey: 'p-1',
      actionName: 'purchase',
      productCode: 'NWPLUS12',
      quantity: 1,
      discount: 10,
      couponCode: 'SPRING25',
      priceCalculationType: { dailyAmount: true, weeklyAmount: true, monthlyAmount: true },
    },
  ])
})

test('a buyer whom nobody had opened is named once they’re read, with the address that really signs', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.yen.buyer}/prices`)
  await settled(page)
  await expect(page.getByText(/^(\d{1,3}\.){3}•••, latest in their history$/)).toBeVisible()
  const [asked] = await standin.requests('getOneClickPrices')
  const network = String(asked?.headers['x-buyer-ip']).replace(/\d+$/, '•••')
  await expect(page.getByText(`${network}, latest in their history`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('••')
})

test('prices follow what is typed in the drawer, and nothing is sent for what is no value yet or against the rules', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(prices)
  await settled(page)
  await page.getByRole('button', { name: 'Add an option' }).first().click()
  const before = (await bodies(standin)).length
  await product(page, 'B').pressSequentially('NOSUCH', { delay: 250 })
  await expect(page.getByText('This option is priced once every field has a value.')).toBeVisible()
  expect(await bodies(standin)).toHaveLength(before)
  await product(page, 'B').press('Enter')
  await expect(line(page, 1, 'B').getByText('The service doesn’t know this product')).toBeVisible()
  await product(page, 'B').fill('NWPLUS12')
  const price = page.locator('td button').filter({ hasText: '1,600.00' }) // behind the drawer
  await expect(price).toBeVisible()

  const first = line(page, 1, 'B')
  await first.getByLabel('Discount, %').fill('100')
  await expect(first.getByText('Enter a percentage from 0.01 to 99.99')).toBeVisible()
  await first.getByRole('button', { name: 'Downgrade' }).click()
  await expect(first.getByLabel('Quantity')).toHaveCount(0)
  await expect(first.getByLabel('Subscription')).toHaveValue(activeSubscription)
  await expect(first.getByText(/^Downgrades have no price per day, week or month/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a product to this option' }).click()
  const second = line(page, 2, 'B')
  await second.getByRole('button', { name: 'Renew' }).click()
  await second.getByLabel('Subscription').selectOption(activeSubscription)
  await expect(second.getByText(/already has an action/)).toBeVisible()
  const codes = (await bodies(standin))
    .slice(before)
    .flatMap((body) => [...body.matchAll(/"productCode":"(\w+)"/g)].map(([, code]) => code))
  expect([...new Set(codes)]).toEqual(['NOSUCH', 'NWPLUS12'])

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(cell(page, 'A in BRL')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Edit option B/ })).toHaveCount(0)
})

test('what the service refuses costs its own cell alone, is told on its line, and can be asked again', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(pricesPath([[{ product: 'NWPLUS1' }], [{ product: 'NOSUCH' }]], ['USD']))
  await expect(cell(page, 'A in USD')).toContainText('19.99')
  await expect(cell(page, 'B in USD')).toContainText('Products not found')
  await edit(page, 'B')
  await expect(line(page, 1, 'B').getByText('The service doesn’t know this product')).toBeVisible()
  await product(page, 'B').fill('NWPLUS3')
  await line(page, 1, 'B').getByLabel('Coupon').fill('LASTYEAR50')
  await expect(line(page, 1, 'B').getByText('The coupon is not valid.')).toBeVisible()
  await line(page, 1, 'B').getByLabel('Coupon').fill('')
  await done(page)
  await settled(page)

  await page.goto(pricesPath([[{ product: 'NWPLUS1' }]], ['USD'], { buyer: ids.nothing.buyer }))
  await settled(page)
  await standin.fault('getOneClickPrices', 'race', { times: 1 })
  await page.getByLabel('Currency', { exact: true }).fill('EUR')
  await page.getByRole('button', { name: 'Retry 1 failed' }).click()
  await expect(cell(page, 'A in EUR')).toContainText('21.78') // with the tax of the account’s fallback address
  await settled(page)
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0)
})

test('a link prices at once, brings the whole calculation back, and holds nothing personal', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  await page.goto(pricesPath([[{ product: 'NWPRO3', quantity: '3' }]], ['KWD']))
  await page.getByRole('button', { name: 'Change conditions' }).click()
  await page.getByLabel('Buyer address').fill('192.0.2.130')
  await page.getByLabel('Buyer address').press('Enter')
  await done(page)
  await discount(page).fill('12.5')
  await edit(page, 'A')
  for (let more = 0; more < 5; more += 1) await page.getByRole('button', { name: 'Duplicate option' }).click()
  await page.getByLabel('Compare the others with this option').check()
  await done(page)
  await expect(page).toHaveURL(/\?w=d[\w-]+$/)
  const colleague = await signedInAs('agent')
  // The address follows what is typed by a moment, so the last step may not stand in it yet.
  await expect(async () => {
    await colleague.goto(page.url())
    await expect(colleague.getByText('Purchase, compared with')).toHaveCount(1)
  }).toPass({ timeout: 30_000 })
  expect(page.url()).not.toContain('192.0.2')
  await settled(colleague)
  await expect(discount(colleague)).toHaveValue('12.5')
  await expect(cell(colleague, 'A in KWD')).toContainText('same price')
  await edit(colleague, 'A')
  await expect(line(colleague, 1).getByLabel('Quantity')).toHaveValue('3')
  await done(colleague)
  await colleague.getByRole('button', { name: 'Change conditions' }).click()
  await expect(colleague.getByLabel('Buyer address')).toHaveValue('')
})

test('the comparison is exported as a file that a spreadsheet reads, and as a picture', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  await page.goto(pricesPath([[{ product: 'NWPLUS1' }]], ['USD']))
  await settled(page)
  for (const [item, name] of [
    ['Export CSV', 'prices.csv'],
    ['Image (PNG)', 'prices.png'],
  ] as const) {
    await page.getByRole('button', { name: 'Export the comparison' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), choose(page.getByRole('button', { name: item }))])
    expect(file.suggestedFilename()).toBe(name)
  }
})

test('without a buyer a comparison can be filled, and opens for the buyer that is chosen', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto('/prices')
  await edit(page, 'A')
  await product(page).fill('NWPLUS1')
  await product(page).press('Enter')
  await done(page)
  await expect(page).toHaveURL(/w=p/)
  expect(await bodies(standin)).toEqual([])
  await page.getByLabel('Buyer', { exact: true }).fill('tainara@example.test')
  await page.getByRole('button', { name: 'Choose buyer' }).click()
  await expect(page).toHaveURL(new RegExp(`/buyers/${buyer}/prices\\?w=p[^@%]*$`))
  await settled(page)
  await expect(page.getByRole('button', { name: /^Edit option A: NWPLUS1|^Edit option A: Northwind Plus 1/ })).toBeVisible()
  // Whose prices they are stands above them, and when they were asked for.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^t•+a@/)
  await expect(page.getByRole('button', { name: /^Reveal/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText('Prices')
  const before = (await bodies(standin)).length
  await page.getByRole('button', { name: /^Refresh prices, priced at \d\d:\d\d/ }).click()
  await expect.poll(async () => (await bodies(standin)).length).toBeGreaterThan(before)
})
