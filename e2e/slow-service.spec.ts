import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'
import { pricesPath } from './price-link'
import { bodies, cell, discount, settled } from './price-page'

/** What would be taken for an answer while there is none. */
const looksAnswered = /\b0\.00\b|\b0 orders?\b|No charges|No orders|nothing was charged/i

/** Notes in every frame where the parts of the page stand. What moves under a finger is pressed in vain. */
const noteTops = (page: Page, parts: Record<string, string>) =>
  page.addInitScript((selectors) => {
    const tops: Record<string, number[]> = {}
    Object.assign(window, { tops })
    const look = () => {
      for (const [name, selector] of Object.entries(selectors)) {
        const part = document.querySelector(selector)
        const top = part && Math.round(part.getBoundingClientRect().top)
        const seen = tops[name] ?? []
        tops[name] = seen
        if (top !== null && seen.at(-1) !== top) seen.push(top)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, parts)

test('while the service is slow the charges show their frame and no zeros, nothing moves, and it is asked once', async ({
  page,
  signIn,
  standin,
}) => {
  await signIn(page, 'finance') // a session of its own, for which nothing was read yet
  await noteTops(page, { title: 'main h1 ~ * h1, main h1', sums: '[aria-label="Sums"]', row: '[data-order-row]' })
  await standin.fault('getChargeHistory', 'delay', { ms: 4_000 })
  await page.goto(`/buyers/${ids.settledTwice.buyer}/charges`)
  await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
  expect(await page.locator('main').textContent()).not.toMatch(looksAnswered)
  await expect(page.locator('[data-order-row]').first()).toBeVisible()
  expect(await standin.requests('getChargeHistory')).toHaveLength(1)
  const tops = await page.evaluate<Record<string, number[]>>('window.tops')
  expect(tops.row).toHaveLength(1)
  expect(tops.title).toHaveLength(1)
})

test('while the service is slow prices keep what is typed, show the old figures as old, ask nothing twice and take no late answer', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  await standin.fault('getOneClickPrices', 'delay', { ms: 3_000, times: 2 })
  await page.goto(pricesPath([[{ product: 'NWPLUS12' }]], ['EUR', 'USD']))
  await expect(cell(page, 'A in EUR').or(page.locator('td [aria-busy=true]')).first()).toBeVisible()
  await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
  expect(await page.locator('table').first().textContent()).not.toMatch(/\b0\.00\b/)
  await discount(page).fill('50')
  await settled(page)
  await expect(discount(page)).toHaveValue('50')
  await expect(cell(page, 'A in EUR')).toContainText('60.00')
  const asked = await bodies(standin)
  expect(asked).toHaveLength(new Set(asked).size)
})

test('while the service is slow the dialog of a refund says nothing false and can be closed, and finance decides without waiting for it', async ({
  page,
  signIn,
  signedInAs,
  standin,
}) => {
  await signIn(page, 'agent')
  await page.goto(`/buyers/${ids.settledTwice.buyer}`)
  await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
  await standin.fault('getChargeHistory', 'delay', { ms: 3_000, times: 2 })
  const before = (await standin.requests('getChargeHistory')).length
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await expect(dialog).toBeVisible()
  expect(await dialog.textContent()).not.toMatch(/\b0\.00\b/)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  await expect(dialog.getByLabel('Amount, EUR')).toBeVisible()
  await dialog.getByLabel('Amount, EUR').fill('7')
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Refund requested' })).toBeVisible()
  // For the dialog that was closed, for the one that was filled, and once more before it is written.
  expect((await standin.requests('getChargeHistory')).length - before).toBeLessThanOrEqual(3)
  const finance = await signedInAs('finance')
  await standin.fault('getChargeHistory', 'delay', { ms: 3_000, times: 3 })
  await finance.goto('/refunds')
  await expect(finance.getByRole('button', { name: 'Approve 7.00 EUR' })).toBeVisible()
  await finance.keyboard.press('a')
  await expect(finance.getByText('No refunds to decide')).toBeVisible()
})
