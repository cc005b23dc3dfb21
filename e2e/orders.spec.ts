import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const at = (buyer: string, search = '') => `/buyers/${buyer}${search}`
const { order } = ids.cascade

test('a long history shows months with their sums, runs that unfold, and every order where somebody wants it so', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.longHistory.buyer))
  await expect(page.getByText('Showing all 1,000 orders.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 4 }).first()).toContainText(/\d+ orders, \d+ declined.*EUR/)
  const rows = page.locator('[data-order-row]')
  const folded = await rows.count()
  const run = page.getByRole('button', { name: /× 5\.45 EUR .* All paid/ }).first()
  const [, count] = /(\d+) × 5\.45/.exec((await run.textContent()) ?? '') ?? []
  await run.press('Enter')
  await expect(rows).toHaveCount(folded + Number(count))
  await page.getByRole('button', { name: 'More for orders' }).click()
  await page.getByRole('button', { name: 'Show every order' }).press('Enter')
  await expect(page.getByRole('button', { name: /All paid/ })).toHaveCount(0)
  await page.reload()
  await expect(rows.first()).toBeVisible()
  await expect(page.getByRole('button', { name: /All paid/ })).toHaveCount(0)
})

test('filters are one line from nine orders on, and none before', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.cascade.buyer))
  await expect(page.getByText('Showing the only order.')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Find in orders' })).toHaveCount(0)
  await page.goto(at(ids.longHistory.buyer))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Product' }).selectOption({ index: 1 })
  await page.getByLabel('From').fill('2026-01-01')
  await expect(page).toHaveURL(/product=.*from=2026-01-01|from=2026-01-01.*product=/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter, 2 filters' }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).not.toHaveURL(/product=|from=/)
})

test('a link to an order opens it on the buyer’s page, marked and in sight, and hides no other', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.longHistory.buyer))
  await page.locator('[data-order]').last().waitFor()
  const orderId = await page.locator('[data-order]').last().getAttribute('data-order')
  await page.goto(at(ids.longHistory.buyer, `?order=${orderId}`))
  const lit = page.locator(`[data-order="${orderId}"]`)
  await expect(lit.getByText('What happened')).toBeInViewport()
  await expect(page.locator('[data-order]').first()).toBeAttached()
  expect(await page.locator('[data-order]').count()).toBeGreaterThan(10)
  await page.goto(at(ids.cascade.buyer, `?order=${order}&charge=${ids.cascade.settledCharge}`))
  await expect(page.getByRole('listitem').and(page.locator('[aria-current=true]'))).toContainText('settled')
})

test('a counterfoil is copied as text, as a picture and as a link, and the link shows a colleague the order', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(at(ids.cascade.buyer))
  await page.locator('[data-order-row]').first().click()
  await page.getByRole('button', { name: 'Copy text' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('Took nothing: voucher of 09:10, declined attempt of 10:02')
  expect(await copied()).toContain(`Counterfoil ${order}`)

  await page.getByRole('button', { name: 'Copy image' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Image copied' })).toBeAttached()
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const picture = await createImageBitmap((await item?.getType('image/png')) ?? new Blob())
    return { width: picture.width, height: picture.height }
  })
  expect(size.width).toBe(1280)
  expect(size.height).toBeGreaterThan(200)

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(copied).toMatch(new RegExp(`/buyers/${ids.cascade.buyer}/charges/${order}\\?merchant=northwind$`))
  const link = new URL(await copied())
  const colleague = await signedInAs('finance')
  await colleague.goto(`${link.pathname}${link.search}`)
  await expect(colleague.getByRole('heading', { name: `Order ${order}` })).toBeVisible()
  await expect(colleague.getByText(/The buyer paid 162.00 BRL once/)).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Request refund' })).toHaveCount(0)
  await axeFindsNothing(colleague)
  await colleague.getByRole('link', { name: 'Buyer page' }).click()
  await expect(colleague.getByText('What happened')).toBeVisible()
})

test('a link to an order that is none says so', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`${at(ids.cascade.buyer)}/charges/N0such1d`)
  await expect(page.getByRole('heading', { name: 'No such order' })).toBeVisible()
})

test('an unfolded order gives the ids of an attempt in its menu, and all fields masked', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(at(ids.cascade.buyer))
  await page.locator('[data-order-row]').first().click()
  await page
    .getByRole('button', { name: /^More for the attempt of/ })
    .last()
    .click()
  await page.getByRole('button', { name: /^Copy charge id/ }).press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ids.cascade.settledCharge)
  await page.keyboard.press('Escape')
  await page.getByText('All fields').click()
  await expect(page.getByText('all potential_high').first()).toBeVisible()
  await expect(page.getByText('Tainara')).toHaveCount(0)
  await axeFindsNothing(page)
})

test('axe finds nothing on a long history, wide and on the phone', async ({ signedInAs }) => {
  test.slow() // axe looks many times
  const page = await signedInAs('agent')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(at(ids.longHistory.buyer))
    await expect(page.getByText('Showing all 1,000 orders.')).toBeVisible()
    await axeFindsNothing(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})
