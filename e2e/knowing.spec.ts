import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { showDetails } from './command-promises'
import { expect, test } from './fixtures'

const at = (buyer: string) => `/buyers/${buyer}`
const southbayBuyer = ids.southbayReader.buyer
const subscriptionId = '0b5f6a70-3c52-4a4e-9d5a-5d2f0f4b7c11'

/** The name of a fact of the first subscription, unfolded, which tells on focus how old it is. */
async function fact(page: Page, name: string): Promise<Locator> {
  await showDetails(page)
  return page
    .locator('article [tabindex="0"]')
    .filter({ hasText: new RegExp(`^${name}`) })
    .first()
}

/** The merchant account without the extra reads. */
async function southbay(page: Page): Promise<void> {
  await page.goto('/')
  await page.context().addCookies([{ name: 'merchant', value: 'southbay', url: page.url() }])
}

test('a fact tells by keyboard how old it is and where it comes from', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.yen.buyer))
  const label = await fact(page, 'End date')
  await expect(label).toBeVisible()
  await label.focus()
  await expect(
    page
      .getByRole('tooltip')
      .filter({ hasText: /as of \d\d:\d\d from the subscription list/ })
      .first(),
  ).toBeVisible()
})

test('what is known stays in sight while a slow service is asked again', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.threeTokens.buyer))
  await expect(page.getByRole('button', { name: 'Disable token' }).first()).toBeVisible()
  await standin.fault('listSubscriptions', 'hold', { times: 9 })
  await standin.fault('listTokens', 'hold', { times: 9 })
  await page.goto(at(ids.threeTokens.buyer))
  await expect(await fact(page, 'End date')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disable token' }).first()).toBeVisible()
  await expect(page.getByText('Loading payment methods')).toHaveCount(0)
  await standin.release()
})

test('a service that is down leaves what is known, and says that it could not be read again', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.emojiName.buyer))
  await expect(await fact(page, 'End date')).toBeVisible()
  await standin.fault('*', 'html500', { times: 60 })
  await page.goto(at(ids.emojiName.buyer))
  await expect(await fact(page, 'End date')).toBeVisible()
  await page.getByRole('button', { name: /Refresh/ }).click()
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible()
  await expect(await fact(page, 'End date')).toBeVisible()
})

test('without the reads, what somebody types is kept and marked as typed', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await southbay(page)
  await page.goto(at(southbayBuyer))
  await page.reload() // the first look is what shows that the reads are missing
  await page.getByRole('button', { name: 'Enter a subscription id' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Subscription id').fill(subscriptionId)
  await dialog.getByLabel('End date').fill('2099-01-31')
  await dialog.getByLabel('Autocharge').selectOption('on')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const card = page.locator('article', { hasText: '31 Jan 2099' })
  await expect(card.getByText('typed', { exact: true }).first()).toBeVisible()
  await expect(card.getByText(/Status “unknown”/)).toBeVisible()
  await expect(page.getByText(/There may be others/)).toBeVisible()
  await (await fact(page, 'Autocharge')).hover()
  await expect(
    page
      .getByRole('tooltip')
      .filter({ hasText: /typed by you/ })
      .first(),
  ).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toEqual([])
})

test('without the reads, an agent acts by a typed id and sees what the answer told', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await southbay(page)
  await page.goto(at(southbayBuyer))
  await page.reload()
  await page.getByRole('button', { name: 'Enter a subscription id' }).click()
  await page.getByRole('dialog').getByLabel('Subscription id').fill(ids.southbayReader.subscription)
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off autocharge' }).click()
  const dialog = page.getByRole('dialog', { name: /^Turn off autocharge/ })
  await dialog.getByRole('button', { name: 'Requested by buyer' }).click()
  await dialog.getByRole('button', { name: 'Turn off autocharge', exact: true }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /off/i })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const label = await fact(page, 'Autocharge')
  await label.hover()
  await expect(
    page
      .getByRole('tooltip')
      .filter({ hasText: /from Turn off autocharge by you/ })
      .first(),
  ).toBeVisible()
})

test('without the reads every verb of a subscription, a token and the buyer is in reach', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await southbay(page)
  await page.goto(at(southbayBuyer))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Change e-mail' })).toBeVisible()
  await page.getByRole('button', { name: 'Enter a subscription id' }).click()
  for (const verb of ['Turn off autocharge', 'Turn on autocharge', 'Change end date', 'Downgrade', 'Renew now'])
    await expect(page.getByRole('dialog').getByRole('button', { name: verb, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enter a token id' }).click()
  for (const verb of ['Disable token', 'Enable token'])
    await expect(page.getByRole('dialog').getByRole('button', { name: verb, exact: true })).toBeVisible()
})

test('the ticket of a link stays on the next buyer and goes when it is removed', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`${at(ids.cascade.buyer)}?ticket=T-9001`)
  await expect(page.getByText('T-9001').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible() // it comes once the page is awake, and has remembered the ticket
  await page.goto(at(ids.dinar.buyer))
  await expect(page.getByText('T-9001').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove the ticket' }).click()
  await expect(page.getByText('T-9001')).toHaveCount(0)
  await page.goto(at(ids.cascade.buyer))
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(page.getByText('T-9001')).toHaveCount(0)
})

test('what was done for another ticket is shown in the header', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`${at(ids.settledTwice.buyer)}?ticket=T-7001`)
  await page.getByRole('button', { name: 'Disable token' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Disable token/ })
  await dialog.getByRole('button', { name: 'Disable token', exact: true }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /\w/ }).first()).toBeVisible()
  await page.goto(`${at(ids.settledTwice.buyer)}?ticket=T-7002`)
  await expect(page.getByText('also handled under T-7001')).toBeVisible()
  await page.goto(`${at(ids.settledTwice.buyer)}?ticket=T-7001`)
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await expect(page.getByText(/also handled under/)).toHaveCount(0)
})
