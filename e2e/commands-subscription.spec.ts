import type { Locator, Route } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { byMenu, inDays, keepsItsPromises } from './command-promises'
import { expect, test } from './fixtures'

const { buyer } = ids.yen
const reason = 'Goodwill after the outage'
const asksToRenew = async (form: Locator) => {
  await form.getByLabel('Reason').fill(reason)
  await form.getByLabel('Type RENEW').fill('RENEW')
}

keepsItsPromises({
  verb: 'Change end date',
  operation: 'changeExpirationDate',
  open: byMenu('Change end date', buyer),
  fill: async (form) => {
    await form.getByLabel('New end date').fill(inDays(200))
    await form.getByLabel('Reason').fill(reason)
  },
  sent: { expirationDate: inDays(200), reason },
  done: /End date set to/,
  field: { label: 'New end date', name: 'expirationDate' },
  undo: { operation: 'changeExpirationDate', sent: expect.objectContaining({ expirationDate: expect.any(String) }) },
})

keepsItsPromises({
  verb: 'Renew now',
  role: 'manager',
  operation: 'changeExpirationDate',
  open: byMenu('Renew now', buyer),
  fill: asksToRenew,
  sent: { expirationDate: inDays(0), reason },
  done: 'Renewal triggered',
  field: { label: 'Reason', name: 'reason' },
  undo: { why: /^Can’t be undone/ },
})

keepsItsPromises({
  verb: 'Downgrade',
  operation: 'downgradeSubscription',
  open: byMenu('Downgrade', buyer),
  fill: (form) => form.getByRole('radio', { name: /Northwind Cloud 3 months/ }).check(),
  sent: { productId: expect.any(String) },
  done: 'Subscription downgraded',
  field: { label: 'Product id', name: 'productId' },
  undo: { why: /^Can’t be undone/ },
})

test('an end date of today is not offered, and nothing is sent', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialog = await byMenu('Change end date', buyer)(page)
  await dialog.getByLabel('New end date').fill(inDays(0))
  await dialog.getByLabel('Reason').fill(reason)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByLabel('New end date')).toHaveAccessibleDescription(/Choose a day after today/)
  expect(await standin.requests('changeExpirationDate')).toEqual([])
})

test('nothing moves while a day is chosen and its preview comes, and Escape closes the calendar alone', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  const dialog = await byMenu('Change end date', buyer)(page)
  // What a colleague had open here a moment ago is known by then.
  await page.waitForResponse((answer) => answer.url().endsWith('/presence'))
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  const placeOf = async (name: RegExp) => dialog.getByRole('button', { name }).boundingBox()
  const places = async () => [await placeOf(/^Back/), await placeOf(/^Change end date/)]
  const before = await places()
  await expect(dialog.getByText('Choose a date to see what changes.')).toBeVisible()
  for (const chip of [/^\+7 days/, /^\+1 term/, /^\+30 days/]) {
    await dialog.getByRole('button', { name: chip }).click()
    expect(await places()).toEqual(before)
    await expect(dialog.getByRole('region', { name: 'Preview' })).toHaveAttribute('aria-busy', 'false')
    await expect(dialog.getByText('Will end')).toBeVisible()
    expect(await places()).toEqual(before)
  }
  const calendar = dialog.getByRole('table', { name: /20\d\d$/ })
  await dialog.getByRole('button', { name: 'Pick…' }).press('Enter')
  await expect(calendar).toBeVisible()
  await expect(dialog.getByLabel('New end date')).toBeFocused()
  await page.keyboard.type('in 3 months')
  await expect(dialog.getByLabel('New end date')).toHaveValue('in 3 months')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(calendar.locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(dialog.getByRole('button', { name: /^Change end date to/ })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('renewing waits for the typed word', async ({ signedInAs, standin }) => {
  const page = await signedInAs('manager')
  const dialog = await byMenu('Renew now', buyer)(page)
  await dialog.getByLabel('Reason').fill(reason)
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('button', { name: 'Renew now' })).toHaveAttribute('aria-disabled', 'true')
  expect(await standin.requests('changeExpirationDate')).toEqual([])
})

test('an agent’s renewal waits for a manager, who sees what it does and sends it', async ({ signedInAs, standin }) => {
  const dialog = await byMenu('Renew now', buyer)(await signedInAs('agent'))
  await asksToRenew(dialog)
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Approval requested' })).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toEqual([])
  const manager = await signedInAs('manager')
  await manager.goto('/')
  await manager.getByRole('button', { name: /Renew now/ }).click()
  const decision = manager.getByRole('dialog')
  await expect(decision.getByRole('button', { name: 'Approve and charge' })).toHaveAttribute('aria-disabled', 'true')
  await decision.getByLabel('Type RENEW').fill('RENEW')
  await decision.getByRole('button', { name: 'Approve and charge' }).click()
  await expect(manager.getByRole('dialog').getByRole('status').filter({ hasText: 'Done' })).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toHaveLength(1)
})

/** It arrives, and its answer doesn't. */
const lost = async (route: Route) => {
  await route.fetch()
  await route.abort()
}

test('where a browser keeps nothing, the draft knows that it was sent, and brings the outcome', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  const dialog = await byMenu('Renew now', buyer)(page)
  await page.route('**/change_expiration_date', lost)
  await asksToRenew(dialog)
  await dialog.getByRole('button', { name: 'Renew now' }).click()
  await expect(dialog.getByText('The action runs at most once.')).toBeVisible()
  const other = await page.context().newPage()
  await other.addInitScript(() => localStorage.clear())
  const elsewhere = await byMenu('Renew now', buyer)(other)
  await expect(elsewhere.getByText(/^This form was sent before/)).toBeVisible()
  await expect(elsewhere.getByText('What happens next')).toBeVisible()
  await expect(elsewhere.getByText(/did the same/)).toBeHidden()
  await elsewhere.getByLabel('Type RENEW').fill('RENEW')
  await elsewhere.getByRole('button', { name: 'Renew now' }).click()
  await expect(elsewhere.getByText('An earlier try did this. Nothing was sent again.')).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toHaveLength(1)
})

test('a renewal whose answer was lost isn’t sent a second time without a question, whatever reason is typed', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  const dialog = await byMenu('Renew now', buyer)(page)
  const renew = dialog.getByRole('button', { name: 'Renew now' })
  await page.route('**/change_expiration_date', lost)
  await asksToRenew(dialog)
  await renew.click()
  await expect(dialog.getByText('The action runs at most once.')).toBeVisible()
  await page.unroute('**/change_expiration_date', lost)
  await dialog.getByLabel('Reason').fill('Another reason')
  await renew.click()
  await expect(dialog.getByText('This form was already sent')).toBeVisible()
  await dialog.getByLabel('Reason').fill(reason)
  const again = dialog.getByRole('checkbox', { name: 'I’ve checked, and want to do it once more.' })
  await expect(again).toBeVisible()
  await renew.click({ force: true })
  await axeFindsNothing(page)
  expect(await standin.requests('changeExpirationDate')).toHaveLength(1)
  // In another tab there is nothing but the draft.
  const other = await page.context().newPage()
  const elsewhere = await byMenu('Renew now', buyer)(other)
  await expect(elsewhere.getByText(/^You did the same .*: Renew now\./s)).toBeVisible()
  await expect(() => again.check({ timeout: 1_000 })).toPass()
  await renew.click()
  const [triggered, changed] = [
    dialog.getByText('Renewal triggered'),
    dialog.getByText('This buyer changed while you were looking'),
  ]
  await expect(triggered.or(changed)).toBeVisible()
  if (await changed.isVisible()) await renew.click() // on a slow machine the first renewal has gone through by now
  await expect(triggered).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toHaveLength(2)
})

test('a page of somebody who has signed out since sends nothing in the name of whoever signed in', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  const dialog = await byMenu('Renew now', buyer)(page)
  await asksToRenew(dialog)
  const admin = await signedInAs('admin')
  await page.context().clearCookies()
  await page.context().addCookies(await admin.context().cookies())
  await dialog.getByRole('button', { name: 'Renew now' }).click()
  await expect(dialog.getByText('Somebody else has signed in since this page was opened.')).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toEqual([])
})
