import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { ids } from '@/standin/seed/stories'
import { demoPassword } from '../scripts/demo-accounts.mjs'
import { byButton } from './command-promises'
import { expect, test } from './fixtures'

const axe = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

test('an admin adds somebody, who chooses a password before anything else opens, and is let out again', async ({
  page,
  signedInAs,
}) => {
  const admin = await signedInAs('admin')
  await admin.goto('/settings')
  await admin.getByRole('button', { name: 'Add a person' }).click()
  await admin.getByLabel('Name').fill('Ines Dahl')
  await admin.getByLabel('E-mail').fill('ines@desk.example.test')
  await axe(admin)
  await admin.getByRole('button', { name: 'Add person' }).click()
  const given = (await admin.locator('code').textContent()) ?? ''
  await axe(admin)
  await admin.getByRole('button', { name: 'Done' }).click()

  await page.goto('/journal')
  await page.getByLabel('E-mail').fill('ines@desk.example.test')
  await page.getByLabel('Password').fill(given)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await axe(page)
  expect((await page.request.get('/api/desk/waiting')).status()).toBe(403)
  await page.getByLabel('Password you were given').fill(given)
  await page.getByLabel('New password').fill('passwordpassword')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('among the commonest passwords')).toBeVisible()
  await page.getByLabel('New password').fill('lantern moss quarrel tin')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()

  await admin.getByRole('button', { name: 'More for Ines Dahl' }).click()
  await admin.getByRole('button', { name: 'Disable', exact: true }).click()
  await axe(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Ines Dahl/ }).getByText('disabled')).toBeVisible()
  expect((await page.request.get('/api/desk/session')).status()).toBe(401)
  await page.goto('/journal')
  await expect(page.getByText('Your session was ended.')).toBeVisible()
})

test('somebody sees where they are signed in, ends the session elsewhere and keeps this one', async ({
  page,
  browser,
  signIn,
}) => {
  const elsewhere = await browser.newPage()
  await signIn(elsewhere, 'finance')
  await signIn(page, 'finance')
  await page.getByRole('button', { name: /, finance$/ }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  await axe(page)
  const others = page.getByRole('button', { name: /^End the session of/ })
  for (let left = await others.count(); left > 0; left -= 1) {
    await others.first().click()
    await expect(others).toHaveCount(left - 1)
  }
  expect((await elsewhere.request.get('/api/desk/session')).status()).toBe(401)
  expect((await page.request.get('/api/desk/session')).status()).toBe(200)
  await elsewhere.close()
})

test('who is about to be signed out is warned in every tab, stays by a press, and else comes back to the same page', async ({
  page,
  context,
  dataDir,
  signIn,
}) => {
  await page.clock.install()
  await signIn(page, 'manager')
  const other = await context.newPage()
  await other.clock.install()
  await other.goto('/journal')
  leftAlone(dataDir, 13.5)
  await page.clock.fastForward('13:30')
  await other.clock.fastForward('13:30')
  const warning = (of: Page) => of.getByRole('dialog', { name: 'Are you still there?' })
  await expect(warning(other)).toBeVisible()
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(warning(page)).toHaveCount(0)
  await expect(warning(other)).toHaveCount(0)
  leftAlone(dataDir, 16)
  await other.clock.fastForward('16:00')
  await other.getByRole('link', { name: 'Sign in again' }).click()
  await expect(other.getByText('Nothing was done for a while')).toBeVisible()
  await expect(other).toHaveURL(/callbackUrl=%2Fjournal/)
})

test('a form that outlives its session keeps what was typed, and is sent once after signing in again (F24)', async ({
  page,
  dataDir,
  signIn,
  standin,
}) => {
  await signIn(page, 'manager')
  const open = byButton('Turn off autocharge', ids.yen.buyer)
  const form = await open(page)
  const kept = page.waitForResponse((answer) => answer.url().includes('/api/desk/drafts/') && answer.request().method() === 'PUT')
  await form.getByLabel('Reason', { exact: true }).fill('Asked by phone')
  await kept
  leftAlone(dataDir, 16)
  await form.getByRole('button', { name: 'Turn off autocharge' }).click()
  await form.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('E-mail').fill('manager@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Turn off autocharge' }).click()
  await expect(form.getByLabel('Reason', { exact: true })).toHaveValue('Asked by phone')
  await form.getByRole('button', { name: 'Turn off autocharge' }).click()
  await expect(form.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
})

/** As if nobody had asked for anything for so many minutes: what the browser's clock is told, the server has to see as well. */
function leftAlone(dataDir: string, minutes: number): void {
  const database = new Database(join(dataDir, 'counterfoil.sqlite'), { timeout: 10_000 })
  const ofManager = "account_id in (select id from accounts where email = 'manager@demo.test')"
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  database.prepare(`update sessions set seen_at = ? where ended_at is null and ${ofManager}`).run(at)
  database.close()
}
