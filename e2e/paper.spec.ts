import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'
import { pricesPath, renewal } from './price-link'

/** How many pages a printed page has, and their size in points. */
async function printed(page: Page): Promise<{ pages: number; sizes: string[] }> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = text.match(/\/MediaBox\s*\[[^\]]+\]/g) ?? []
  return { pages: (text.match(/\/Type\s*\/Page\b(?!s)/g) ?? []).length, sizes: [...new Set(boxes.map(sizeOf))] }
}

const sizeOf = (box: string) =>
  (box.match(/[\d.]+/g) ?? [])
    .slice(2)
    .map((points) => Math.round(Number(points)))
    .join(' × ')
const a4 = '595 × 842'
const letter = '612 × 792'

/** Whatever is wider than the paper is cut off there. */
const widths = (page: Page) => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])

test('all charges print the rows that are loaded, say which of how many they are, and leave no page empty', async ({
  signedInAs,
}) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.longHistory.buyer}/charges`)
  await expect(page.getByText('Showing 1,000 of 1,000 orders')).toBeVisible()
  await expect(page.locator('[data-order-row]').first()).toBeVisible()
  await page.setViewportSize({ width: 718, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Rows 1 to \d+ of 1,000\. The sums are of all of them\./)).toBeVisible()
  const rows = page.locator('[data-order-row]')
  expect(await rows.count()).toBeGreaterThanOrEqual(50)
  const last = await rows.last().boundingBox()
  const totals = await page.getByRole('row').filter({ hasText: '1,000 orders' }).boundingBox()
  expect((totals?.y ?? 0) - (last?.y ?? 0)).toBeLessThan(60) // right under the rows, not where the last of a thousand would be
  expect(await widths(page)).toEqual([718, 718])
  for (const cell of await rows.first().getByRole('cell').all()) {
    const box = await cell.boundingBox()
    if (box) expect(box.x + box.width).toBeLessThanOrEqual(718)
  }
  await expect(page.getByRole('button', { name: 'Reveal' })).toBeHidden()
  await page.emulateMedia({ media: null })
  expect((await printed(page)).pages).toBeLessThanOrEqual(8)
  await expect(page.getByText(/^Rows 1 to/)).toHaveCount(0)
})

test('a statement prints on the paper that was chosen, with heads and totals, and an offer on one page', async ({
  signedInAs,
}) => {
  test.slow() // two people, and several hundred rows
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.longHistory.buyer}/statement?month=2026-03`)
  await expect(page.getByText('This isn’t an invoice.')).toBeVisible()
  await page.getByRole('button', { name: 'A4', exact: true }).click()
  const onA4 = await printed(page)
  expect(onA4.sizes).toEqual([a4])
  expect(onA4.pages).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Letter', exact: true }).click()
  expect((await printed(page)).sizes).toEqual([letter])
  await page.emulateMedia({ media: 'print' })
  const head = page.getByRole('table').first().locator('thead')
  expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe('table-header-group') // which repeats on each page
  for (const part of await page.locator('tbody tr, dl').all())
    expect(await part.evaluate((element) => getComputedStyle(element).breakInside)).toBe('avoid')

  const manager = await signedInAs('manager')
  await manager.goto(pricesPath([[renewal({ discount: '30' })]], ['BRL']))
  await manager.getByRole('button', { name: 'Save quote' }).click()
  await expect(manager.getByRole('article', { name: 'The offer as the customer gets it' })).toBeVisible()
  expect(await printed(manager)).toEqual({ pages: 1, sizes: [a4] })
  await manager.evaluate(() => localStorage.setItem('counterfoil.paper', 'letter'))
  await manager.reload()
  await expect(manager.locator('article.paper-letter')).toBeVisible()
  expect(await printed(manager)).toEqual({ pages: 1, sizes: [letter] })
})
