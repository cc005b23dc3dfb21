import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const { buyer } = ids.settledTwice

/** The service posts an event which tells that money went back to a buyer. */
async function moneyWentBack(admin: Page, request: APIRequestContext, buyerId: string) {
  await admin.goto('/settings/events')
  await admin.getByRole('button', { name: 'Create address' }).click()
  const made = admin.getByRole('dialog', { name: 'Address created' })
  const address = (await made.getByText(/\/api\/events\/northwind\//).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()
  const subscriptionData = { id: randomUUID(), status: 'suspended', updatedAt: '2026-11-20 03:10:00' }
  const about = {
    type: 'subscription',
    action: 'subscription_event_chargeback',
    merchant: 'northwind',
    buyer: { id: buyerId, email: 'o@example.test' },
  }
  expect((await request.post(address, { data: { ...about, subscriptionData } })).status()).toBe(202)
  await expect(admin.getByRole('region', { name: 'Last events' })).toContainText('subscription_event_chargeback', {
    timeout: 25_000,
  })
  return async () => {
    await admin.goto('/settings/events')
    await admin.getByRole('button', { name: /^Revoke the address/ }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(admin.getByRole('button', { name: /^Revoke the address/ })).toHaveCount(0)
  }
}

async function requestRefund(page: Page, amount: string) {
  await page.goto(`/buyers/${buyer}`)
  await expect(async () => {
    await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
    await expect(page.getByRole('button', { name: 'Request refund' }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await dialog.getByLabel('Amount, EUR').fill(amount)
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Refund requested' })).toBeVisible()
}

test('a refund whose money may be back already is approved with a typed reason, and its hint is closed from the number of the morning', async ({
  signedInAs,
  request,
}) => {
  test.slow()
  await requestRefund(await signedInAs('agent'), '12.00')
  const revoke = await moneyWentBack(await signedInAs('admin'), request, buyer)

  const page = await signedInAs('finance')
  await page.goto('/refunds')
  const row = page.getByRole('table', { name: 'Refund requests' }).getByRole('row').filter({ hasText: '12.00' })
  await expect(row).toContainText('may have gone back')
  await row.getByRole('button').click()
  const panel = page.getByRole('region', { name: 'Refund request' })
  const why = panel.getByRole('textbox', { name: 'Why refund anyway' })
  await expect(why).toBeVisible()
  await panel.getByRole('button', { name: /^Approve/ }).click()
  await expect(panel.getByText('Enter why the refund should still be made')).toBeVisible()
  await axeFindsNothing(page)

  const figures = page.getByRole('navigation', { name: 'Today in figures' })
  const number = figures.getByRole('link', { name: /^Money back, refund open ?1$/ })
  await page.goto('/')
  await number.click()
  await expect(page).toHaveURL(/\/lists\/money-back\?refund=open&at=.*&counted=/)
  const hint = page.getByRole('table', { name: 'Money that went back' }).getByRole('row').filter({ hasText: 'Chargeback' })
  await expect(hint).toHaveCount(1)
  await expect(page.getByText(/^As counted/)).toBeVisible()
  await axeFindsNothing(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(async () => {
    await hint.getByRole('link').focus()
    await hint.getByRole('button', { name: 'Mark as seen' }).press('Enter')
    await expect(page.getByText('Row closed. It’s no longer in this list.')).toBeAttached({ timeout: 2_000 })
  }).toPass()
  await expect(hint).toContainText('no longer in this list')
  await page.getByRole('button', { name: 'Show list as of now' }).click()
  await expect(page).toHaveURL('/lists/money-back?refund=open')
  await expect(page.getByRole('heading', { name: 'No matching rows' })).toBeVisible()

  await page.goto('/refunds')
  await row.getByRole('button').click()
  await why.fill('The chargeback was of another order')
  await panel.getByRole('button', { name: /^Approve/ }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: /^Approved/ }).click()
  await row.getByRole('button').click()
  await expect(panel.getByText('although money may have gone back: The chargeback was of another order')).toBeVisible()
  await revoke()
})

test('a row that came after the count stands above a line, and one double payment is explained', async ({ signedInAs }) => {
  test.slow()
  const agent = await signedInAs('agent')
  await requestRefund(agent, '3.00')
  const page = await signedInAs('finance')
  const number = page.getByRole('navigation', { name: 'Today in figures' }).getByRole('link', { name: /^Refunds to decide ?1/ })
  await page.goto('/')
  const href = (await number.getAttribute('href')) ?? ''
  await requestRefund(agent, '4.00')
  await page.goto(href)
  const rows = page.getByRole('table', { name: 'Refund requests' }).getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(0)).toContainText('4.00')
  await expect(rows.nth(1)).toContainText('1 newer')
  await expect(rows.nth(2)).toContainText('3.00')
  await axeFindsNothing(page)

  await page.goto('/lists/double-payments')
  const row = page.getByRole('table', { name: 'Double payments' }).getByRole('row').filter({ hasText: 'o•••e@e••••••.test' })
  await expect(async () => {
    await page.reload()
    await expect(row).toHaveCount(1, { timeout: 1_000 })
    await row.getByRole('link').focus()
    await row.getByRole('button', { name: 'Mark as explained' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Explain double payment' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const dialog = page.getByRole('dialog', { name: 'Explain double payment' })
  await axeFindsNothing(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Both were ordered')
  await dialog.getByRole('button', { name: 'Mark as explained' }).click()
  await expect(row).toHaveCount(0)
})
