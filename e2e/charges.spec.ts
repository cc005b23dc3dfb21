import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const at = (buyer: string, search = '') => `/buyers/${buyer}/charges${search}`
const rows = (page: Page) => page.locator('[data-order-row]')
const table = (page: Page) => page.getByRole('table', { name: 'Orders' })
const months = (page: Page) => page.getByRole('group', { name: 'Months' }).getByRole('button')
const foot = (page: Page) => page.getByRole('status').filter({ hasText: 'Showing' })

test('from a buyer’s page one click leads to all charges', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.cascade.buyer}`)
  await page.getByRole('link', { name: 'All charges' }).click()
  await expect(page).toHaveURL(new RegExp(`${ids.cascade.buyer}/charges$`))
  await expect(foot(page)).toHaveText(/Showing \d+ of \d+ orders?/)
})

test('the table begins high enough for ten rows with head and totals, and is gone through by keyboard', async ({
  signedInAs,
}) => {
  const page = await signedInAs('finance')
  await page.goto(at(ids.longHistory.buyer))
  await expect(foot(page)).toHaveText('Showing 1,000 of 1,000 orders')
  await expect(months(page).first()).toBeVisible()
  const first = await rows(page).first().boundingBox()
  expect(first?.y).toBeLessThanOrEqual(430)
  const totals = await table(page).getByRole('row').filter({ hasText: '1,000 orders' }).boundingBox()
  expect((totals?.y ?? 0) + (totals?.height ?? 0)).toBeLessThanOrEqual(900)
  expect(((totals?.y ?? 0) - (first?.y ?? 0)) / 36).toBeGreaterThanOrEqual(10)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  const second = page.locator('[data-order-toggle]').nth(1)
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(second).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('What to tell the customer')).toBeVisible()
})

test('rows are sorted over the whole history, columns are kept, and both come back', async ({ signedInAs }) => {
  test.setTimeout(120_000) // a thousand orders are read twice
  const page = await signedInAs('finance')
  await page.goto(at(ids.longHistory.buyer))
  const amount = table(page).getByRole('columnheader', { name: 'Amount' })
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-amount/)
  await amount.getByRole('button').click()
  await expect(page).toHaveURL(/sort=amount/)
  await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  const amounts = rows(page).locator('[role="cell"]:nth-child(9)')
  await expect(amounts.nth(9)).toContainText('EUR')
  const shown = (await amounts.allTextContents()).map((text) => Number(text.split(' ')[0]))
  expect(shown.every((value) => value > 0)).toBe(true)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  const tax = page.getByRole('checkbox', { name: 'Tax' })
  await expect(async () => {
    // While rows are still coming the menu moves, and a click beside it closes it.
    if (!(await tax.isVisible())) await page.getByRole('button', { name: 'Columns' }).click()
    await tax.uncheck({ timeout: 2_000 })
  }).toPass()
  await expect(table(page).getByRole('columnheader', { name: 'Tax' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(amount).toHaveAttribute('aria-sort', 'ascending')
  await expect(table(page).getByRole('columnheader', { name: 'Tax' })).toHaveCount(0)
})

test('a month of one buyer is exported in four acts, with its ticket', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.cascade.buyer}?ticket=T-4711`)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('link', { name: 'All charges' }).click() // 1
  await expect(foot(page)).toHaveText(/Showing (\d+) of \1 orders?/)
  const month = months(page).last()
  const name = (await month.getAttribute('aria-label'))?.split(',')[0] ?? ''
  const period = await month.getAttribute('data-period')
  await month.click() // 2
  await expect(page).toHaveURL(new RegExp(`month=${period}`))
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
  const statement = page.getByRole('link', { name: 'Statement' })
  await expect(statement).toHaveAttribute('href', new RegExp(`month=${period}&ticket=T-4711$`))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Export ${name}` }).click() // 3
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await expect(dialog).toContainText(`${name}, on Northwind`)
  await dialog.getByRole('button', { name: 'Export CSV' }).click() // 4
  expect((await download).suggestedFilename()).toBe(`northwind_31d21526_${period}_T-4711_charges.csv`)
  await page.keyboard.press('Escape')
  await month.click()
  await expect(page).not.toHaveURL(/month=/)
  await page.goBack()
  await expect(month).toHaveAttribute('aria-pressed', 'true')
})

test('a sum leads to the rows it is made of, and Back comes back', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(at(ids.cascade.buyer))
  const received = page.getByRole('link', { name: 'Orders with money received in BRL' }).first()
  await expect(received).toContainText('BRL')
  const open = page.getByRole('link', { name: 'Orders of money open in BRL' })
  await expect(open).toHaveCount(0) // the order was paid, so its voucher waits for nothing
  await page.goto(at(ids.oldVoucher.buyer))
  await expect(foot(page)).toHaveText(/Showing 1 of/)
  const all = await foot(page).textContent()
  await open.click()
  await expect(page).toHaveURL(/money=open/)
  await expect(foot(page)).toHaveText(/Showing 1 of/)
  await expect(page.getByRole('button', { name: 'Remove money open' })).toBeVisible()
  await page.goBack()
  await expect(foot(page)).toHaveText(all ?? '')
})

test('doubts come with their evidence and are no verdict', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.settledTwice.buyer}`)
  await expect(rows(page).first()).toBeVisible() // now the card of both is known here
  await page.goto(at(ids.doubts.buyer))
  const doubts = page.getByRole('region', { name: 'Things to check' })
  await page.getByRole('link', { name: /Orders with something to check/ }).click()
  await expect(page).toHaveURL(/has=doubt/)
  await expect(doubts).toContainText('may be harmless')
  await expect(doubts).toContainText('A decline after the money was received')
  await expect(doubts).toContainText('difference 0.01 EUR')
  await expect(doubts).toContainText('Charge and order in different currencies')
  const other = doubts.locator(`a[href="/buyers/${ids.settledTwice.buyer}"]`)
  await expect(other).toBeVisible()
  await expect(other).not.toContainText(ids.settledTwice.buyer.slice(0, 8)) // a name, not an id
  await doubts.getByRole('link', { name: /Show 1 of product lines/ }).click()
  await expect(page).toHaveURL(/has=lines-differ/)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(ids.doubts.linesDiffer)
})

test('a service that ignores the limit is read to its end, and an order that cannot be read keeps its place', async ({
  page,
  signIn,
  standin,
}) => {
  await standin.history(1_500, 1)
  await standin.fault('*', 'ignoreLimit')
  await signIn(page, 'finance') // a session of its own, for which nothing was read yet
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await expect(foot(page)).toHaveText('Showing 1,500 of 1,500 orders')
  await expect(page.getByText('We couldn’t read 1 order, so totals leave it out.')).toBeVisible()
  await expect(page.getByText('Unreadable order')).toBeVisible()
  await expect(rows(page).first()).toContainText('L0001498')
  expect(await standin.requests('getChargeHistory')).toHaveLength(1)
})

test('a refund is requested from the whole history, and then stands beside its charge there', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.settledTwice.buyer))
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await dialog.getByLabel('Amount, EUR').fill('14.00')
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Refund requested' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/refund requested at/).first()).toBeVisible()
  const toTell = page.locator('main')
  // In the buyer’s language, as on every other page.
  await expect(toTell).toContainText('eine Erstattung von 14,00 EUR beantragt')
  await expect(toTell).not.toContainText('Wir prüfen')
  await page.goto(`/buyers/${ids.settledTwice.buyer}/charges/Tw1ceP4d`)
  await expect(page.getByText(/refund requested at/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request refund' })).toHaveCount(0)
})

test('whoever leaves ends the read at the service (F27)', async ({ page, signIn, standin }) => {
  await standin.history(40_000)
  await signIn(page, 'finance') // a session of its own, for which nothing was read yet
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await expect(rows(page).first()).toBeVisible()
  await page.goto('/journal')
  const asked = async () => (await standin.requests('getChargeHistory')).length
  let before = -1
  await expect
    .poll(async () => {
      const now = await asked()
      const isQuiet = now === before
      before = now
      return isQuiet
    })
    .toBe(true)
  expect(await asked()).toBeLessThan(200)
})

test('axe finds nothing on all charges, wide and on the phone', async ({ signedInAs }) => {
  test.slow() // axe looks many times
  const page = await signedInAs('finance')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(at(ids.doubts.buyer, '?has=doubt'))
    await expect(foot(page)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Things to check' })).toBeVisible()
    await page.getByRole('button', { name: 'Analysis' }).click()
    await expect(page.getByText('Why attempts were lost')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByText('What to tell the customer').first()).toBeVisible()
    await axeFindsNothing(page)
  }
})
