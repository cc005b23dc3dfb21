import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const buyer = `/buyers/${ids.cascade.buyer}`
const identity = (page: Page) => page.getByRole('region', { name: 'Identity' })
const name = 'Tainara Exemplo'

/** Whether the page holds a text anywhere a script could read it, the caches of its data included. */
const holds = (page: Page, text: string) => page.evaluate((wanted) => document.documentElement.innerHTML.includes(wanted), text)

test('a masked value is revealed for a reason, counted down, hidden again, and the journal has it', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(buyer)
  expect(await holds(page, name)).toBe(false)
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reveal' })
  await expect(dialog.getByLabel('Name')).toBeChecked()
  for (const other of ['E-mail', 'Address', 'Document']) await dialog.getByLabel(other, { exact: true }).uncheck()
  await dialog.getByLabel('Card (BIN, last four)').check()
  await expect(dialog.getByRole('button', { name: 'Reveal' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('button', { name: 'Suspected fraud' }).click()
  await dialog.getByLabel('Ticket').fill('T-77')
  await axeFindsNothing(page)
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(dialog).toBeHidden()
  await expect(identity(page).getByText(name)).toBeVisible()
  await expect(identity(page).getByText(/^\d{6} •• \d{4}/)).toBeVisible()
  await expect(
    identity(page)
      .getByText(/^\d+ s$/)
      .first(),
  ).toBeVisible()
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  expect(stored).not.toContain('Exemplo')
  await identity(page).getByRole('button', { name: 'Hide name' }).click()
  await expect(identity(page).getByText(name)).toHaveCount(0)
  await expect(identity(page).getByText('T•••••• E••••••')).toBeVisible()

  await page.goto('/journal/records')
  const entry = page.locator('[data-record]').first()
  await expect(entry).toContainText('Revealed a value')
  await expect(entry).toContainText('fields: name, card')
  await expect(entry).toContainText('reason: Suspected fraud')
  await expect(entry).toContainText('T-77')
})

test('what was revealed is masked again after a minute, without anybody doing anything', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.clock.install()
  await page.goto(buyer)
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Reveal' })
  await dialog.getByLabel('Reason').fill('Caller on the line')
  await dialog.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /@example\.test$/ })).toHaveText(/^[a-z0-9.+]+@/)
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/•/)
  expect(await page.evaluate(() => document.body.textContent?.match(/[a-z0-9.+]+@example\.test/g))).toBeNull()
})

test('screen-share mode masks everything personal whole, refuses reveals, and is remembered', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(buyer)
  await expect(page.getByText('••0119').first()).toBeVisible()
  await page.getByRole('button', { name: /, agent$/ }).click()
  await page.getByRole('button', { name: 'Screen-share mode' }).click()
  await expect(page.getByText('Screen-share mode is on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reveal', exact: true })).toHaveAttribute('aria-disabled', 'true')
  for (const secret of ['0119', 'T••', '203.0.113']) expect(await holds(page, secret)).toBe(false)
  await page.goto('/')
  await expect(page.getByText('Screen-share mode is on.')).toBeVisible()
  await axeFindsNothing(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByPlaceholder('Search or run an action').fill('screen')
  await page.getByRole('option', { name: /End screen-share mode/ }).click()
  await expect(page.getByText('Screen-share mode is on.')).toHaveCount(0)
})

test('an admin tests the connection of an account, and reads how the desk is', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Test connection' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Connection test' })
  await expect(dialog.getByText('accepted')).toBeVisible()
  await expect(dialog.getByText('the service’s clock matches ours')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Status' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Status' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Database and journal' })).toContainText('SQLite')
  await expect(page.getByRole('row', { name: /^Northwind northwind/ })).toContainText('accepted')
})
