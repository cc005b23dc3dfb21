import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { pages } from './addresses'
import { expect, test } from './fixtures'
import { pricesPath } from './price-link'

const { buyer, activeSubscription } = ids.cascade
const ticket = 'T-4711'
const merchantBox = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Merchant account' })

// A quote has to be made first: the id in its example address is that of no quote.
const ofTheDashboard = pages.filter((path) => path !== '/new-password' && !path.startsWith('/quotes/'))

test('every page takes the ticket and the merchant account of a link, for the pages after it too', async ({ signedInAs }) => {
  test.slow() // it opens every page
  expect(ofTheDashboard.length).toBeGreaterThan(12)
  for (const path of ofTheDashboard) {
    const page = await signedInAs('admin')
    await page.goto(`${path}?ticket=${ticket}&merchant=southbay`)
    await expect(merchantBox(page), path).toHaveValue('southbay')
    await expect(async () => {
      expect(await page.evaluate(() => sessionStorage.getItem('counterfoil.ticket')), path).toBe(ticket)
      expect((await page.context().cookies()).find(({ name }) => name === 'merchant')?.value, path).toBe('southbay')
    }).toPass()
    await page.goto('/')
    await expect(merchantBox(page), path).toHaveValue('southbay')
    await page.context().close()
  }
})

test('a quote takes the ticket of a link', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  await page.goto(
    pricesPath([[{ action: 'downgrade', product: 'NWCLOUD1', subscription: activeSubscription }]], ['BRL'], { buyer }),
  )
  await page.getByRole('button', { name: 'Save quote' }).click()
  await expect(page).toHaveURL(/\/quotes\//)
  await page.goto(`${page.url()}?ticket=${ticket}`)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('counterfoil.ticket'))).toBe(ticket)
})

test('a ticket given to the prices of a buyer is that of what is done from there', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}/prices?ticket=${ticket}`)
  await page.locator(`a[href="/buyers/${buyer}"]`).first().click()
  await expect(page).toHaveURL(new RegExp(`/buyers/${buyer}$`))
  await expect(page.getByText(ticket).first()).toBeVisible()
})

test('an account that is not open to the person changes nothing', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  const before = await merchantBox(page).inputValue()
  await page.goto('/?merchant=nobody')
  await expect(merchantBox(page)).toHaveValue(before)
})

test('the account that is chosen after a link is the one that holds', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/prices?merchant=southbay')
  await expect(page).toHaveURL(/\/prices$/)
  await merchantBox(page).selectOption('Northwind')
  await expect(merchantBox(page)).toHaveValue('northwind')
  await page.reload()
  await expect(merchantBox(page)).toHaveValue('northwind')
})

test('a link that is clicked right after typing into a filter is followed', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  // The answer waits until the letters are in the address: a write that came later than the click would cancel the navigation.
  await page.route('**/journal*', async (route) => {
    await page.waitForURL(/find=pl/)
    await route.continue()
  })
  await page.goto(`/buyers/${ids.longHistory.buyer}`)
  await expect(page.locator('[data-order-row]').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find in orders' }).pressSequentially('pl')
  await page.getByRole('link', { name: 'Journal', exact: true }).first().click()
  await expect(page).toHaveURL(/\/journal$/)
})
