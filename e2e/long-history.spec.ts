import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

type TraceEvent = { name: string; args?: { elementCount?: number } }

const at = (buyer: string, search = '') => `/buyers/${buyer}/charges${search}`
const rows = (page: Page) => page.locator('[data-order-row]')
const table = (page: Page) => page.getByRole('table', { name: 'Orders' })
const foot = (page: Page) => page.getByRole('status').filter({ hasText: 'Showing' })

/** However busy the machine is: the history is read by pages, one after another. */
const isRead = (page: Page, orders: string) =>
  expect(foot(page)).toHaveText(`Showing ${orders} of ${orders} orders`, { timeout: 60_000 })

test('a long history is scrolled to its oldest order, and few rows stand in the page', async ({ page, signIn, standin }) => {
  test.setTimeout(120_000)
  await standin.history(3_000)
  await signIn(page, 'finance') // a session of its own, for which nothing was read yet
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await isRead(page, '3,000')
  await expect(rows(page).first()).toContainText('L0002999')
  await expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      return rows(page).last().textContent()
    })
    .toContain('L0000000')
  expect(await rows(page).count()).toBeLessThan(80)
})

test('Tab leads past thousands of orders to their totals in one step', async ({ page, signIn, standin }) => {
  await standin.history(3_000)
  await signIn(page, 'finance')
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await isRead(page, '3,000')
  const skip = page.getByRole('button', { name: 'Skip to totals' })
  await page.getByRole('searchbox', { name: 'Find in orders' }).focus()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('rowgroup', { name: 'Totals' })).toBeFocused()
})

test('a row that comes into sight is styled, and the page around it is not styled anew', async ({
  browser,
  page,
  signIn,
  standin,
}) => {
  test.setTimeout(120_000)
  await standin.history(500)
  await signIn(page, 'finance')
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await expect(foot(page)).toHaveText('Showing 500 of 500 orders')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await page.evaluate(async () => {
    for (let step = 0; step < 10; step += 1) {
      scrollBy(0, 90)
      await new Promise(requestAnimationFrame)
    }
  })
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const styled = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree').map(({ args }) => args?.elementCount ?? 0)
  const all = await page.locator('*').count()
  expect(Math.max(...styled)).toBeGreaterThan(10)
  expect(Math.max(...styled)).toBeLessThan(all / 4)
})

test('with six currencies there is as much room for rows, and every sum is a press away', async ({ page, signIn, standin }) => {
  test.setTimeout(120_000)
  await standin.history(1_000)
  await signIn(page, 'finance')
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await isRead(page, '1,000')
  const first = await rows(page).first().boundingBox()
  expect(first?.y).toBeLessThanOrEqual(430)
  const totals = table(page).getByRole('row').filter({ hasText: '1,000 orders' })
  const top = (await totals.boundingBox())?.y ?? 0
  expect((top - (first?.y ?? 0)) / 36).toBeGreaterThanOrEqual(10)
  const received = table(page).getByRole('link', { name: /Total received in/ })
  await expect(received).toHaveCount(2)
  await page.getByRole('button', { name: '4 more currencies' }).click()
  await expect(received).toHaveCount(6)
  await axeFindsNothing(page)
})

test('a filter comes back with its address, over orders that were never on screen', async ({ page, signIn, standin }) => {
  test.setTimeout(120_000)
  await standin.history(3_000)
  await signIn(page, 'finance') // a session of its own, for which nothing was read yet
  await page.goto(at(ids.withoutLengthLimits.buyer))
  await isRead(page, '3,000')
  await page.getByRole('searchbox', { name: 'Find in orders' }).fill('L0000042')
  await expect(foot(page)).toHaveText('Showing 1 of 3,000 orders')
  await expect(page).toHaveURL(/find=L0000042/)
  await page.reload()
  await expect(foot(page)).toHaveText('Showing 1 of 3,000 orders')
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText('What to tell the customer')).toBeVisible()
})
