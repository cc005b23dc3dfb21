import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { ids } from '@/standin/seed/stories'
import { choose } from './choose'
import { byButton } from './command-promises'
import { expect, test } from './fixtures'

test.describe.configure({ timeout: 90_000 }) // journeys of several people

const axe = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

test('an admin adds somebody, who chooses a password before anything else opens, and is let out again', async ({
  page,
  signedInAs,
}) => {
  const email = `${randomUUID()}@desk.example.test`
  const admin = await signedInAs('admin')
  await admin.goto('/settings/people')
  await admin.getByRole('button', { name: 'Add a person' }).click()
  await admin.getByLabel('Name').fill('Remy Moreau')
  await admin.getByLabel('E-mail').fill(email)
  await admin.getByRole('button', { name: 'Add person' }).click()
  const given = (await admin.getByRole('dialog').locator('code').textContent()) ?? ''
  await axe(admin)
  await admin.getByRole('button', { name: 'Done' }).click()

  await page.goto('/journal')
  await signInWith(page, email, given)
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible()
  await axe(page)
  expect((await page.request.get('/api/desk/waiting')).status()).toBe(403)
  await page.getByLabel('One-time password').fill(given)
  await page.getByLabel('New password').fill('passwordpassword')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This password is too common')).toBeVisible()
  await page.getByLabel('New password').fill(own)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()

  await admin.getByRole('button', { name: 'More actions for Remy Moreau' }).click()
  await choose(admin.getByRole('button', { name: 'Disable', exact: true }))
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(admin.getByRole('row', { name: /Remy Moreau/ }).getByText('disabled')).toBeVisible()
  expect((await page.request.get('/api/desk/session')).status()).toBe(401)
  await page.goto('/journal')
  await expect(page.getByText('Your session was ended.')).toBeVisible()
})

test('somebody sees where they are signed in, ends the session elsewhere and keeps this one', async ({
  page,
  browser,
  baseURL,
  signedInAs,
}) => {
  const email = await newcomer(await signedInAs('admin'), page)
  const elsewhere = await browser.newPage({ baseURL })
  await signInWith(elsewhere, email, own)
  await expect(elsewhere.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
  await page.getByRole('button', { name: 'Ines Dahl, manager' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await page.getByRole('button', { name: /^Sign out (?!everywhere)/ }).click()
  await expect(page.getByRole('button', { name: /^Sign out (?!everywhere)/ })).toHaveCount(0)
  expect((await elsewhere.request.get('/api/desk/session')).status()).toBe(401)
  expect((await page.request.get('/api/desk/session')).status()).toBe(200)
  await elsewhere.close()
})

test('who is about to be signed out is warned in every tab, stays by a press, and else comes back to the same page', async ({
  page,
  context,
  dataDir,
  signedInAs,
}) => {
  await page.clock.install()
  const email = await newcomer(await signedInAs('admin'), page)
  const other = await context.newPage()
  await other.clock.install()
  await other.goto('/journal')
  const warning = (of: Page) => of.getByRole('dialog', { name: 'Are you still there?' })
  await expect(async () => {
    leftAlone(dataDir, email, 13.5) // once more, where a page was not awake yet or was still asking for something
    for (const each of [page, other]) await each.clock.fastForward('13:30')
    for (const each of [page, other]) await each.clock.fastForward('00:05')
    for (const each of [page, other]) await expect(warning(each)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(warning(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await axe(page)
  await page.keyboard.press('Enter')
  await expect(warning(page)).toHaveCount(0)
  await other.clock.fastForward('00:05')
  await expect(warning(other)).toHaveCount(0)
  leftAlone(dataDir, email, 16)
  await other.clock.fastForward('16:00')
  await other.getByRole('link', { name: 'Sign in again' }).click()
  await expect(other.getByText('You were signed out because you were inactive.')).toBeVisible()
  await expect(other).toHaveURL(/callbackUrl=%2Fjournal/)
})

test('a form that outlives its session keeps what was typed, and is sent once after signing in again (F24)', async ({
  page,
  dataDir,
  signedInAs,
  standin,
}) => {
  const email = await newcomer(await signedInAs('admin'), page)
  const open = byButton('Turn off autocharge', ids.yen.buyer)
  const form = await open(page)
  const kept = page.waitForResponse((answer) => answer.url().includes('/api/desk/drafts/') && answer.request().method() === 'PUT')
  await form.getByLabel('Reason', { exact: true }).fill('Asked by phone')
  await kept
  leftAlone(dataDir, email, 16)
  await form.getByRole('button', { name: 'Turn off autocharge' }).click()
  await form.getByRole('link', { name: 'Sign in again' }).click()
  await signInWith(page, email, own)
  await expect(page).toHaveURL(/\/buyers\//)
  await open(page)
  await expect(form.getByLabel('Reason', { exact: true })).toHaveValue('Asked by phone')
  await form.getByRole('button', { name: 'Turn off autocharge' }).click()
  await expect(form.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
})

const own = 'lantern moss quarrel tin'

/** A manager whom nobody else's test knows, signed in on the page; returns their e-mail. */
async function newcomer(admin: Page, page: Page): Promise<string> {
  const email = `${randomUUID()}@desk.example.test`
  const headers = { 'sec-fetch-site': 'same-origin' }
  const data = { email, name: 'Ines Dahl', role: 'manager' }
  const { password } = await (await admin.request.post('/api/desk/people', { headers, data })).json()
  await page.goto('/sign-in')
  await signInWith(page, email, password)
  await page.getByLabel('One-time password').fill(password)
  await page.getByLabel('New password').fill(own)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
  return email
}

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  if (!page.url().includes('/sign-in')) await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** As if they had asked for nothing for so many minutes: what the browser's clock is told, the server has to see as well. */
function leftAlone(dataDir: string, email: string, minutes: number): void {
  const database = new Database(join(dataDir, 'counterfoil.sqlite'), { timeout: 10_000 })
  const theirs = 'account_id = (select id from accounts where email = ?)'
  const at = new Date(Date.now() - minutes * 60_000).toISOString()
  database.prepare(`update sessions set seen_at = ? where ended_at is null and ${theirs}`).run(at, email)
  database.close()
}
