import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { demoPassword } from '../scripts/demo-accounts.mjs'
import { addPasskey, signIn, test, VirtualAuthenticator } from './passkey-holders'

const noViolations = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

const renewal = `/buyers/${ids.cascade.buyer}?do=renewNow&of=${ids.cascade.activeSubscription}`

test('a manager adds a passkey, renews with it, and is asked for it at sign-in', async ({ page, servers, troubles }) => {
  test.setTimeout(180_000)
  const sent = async () =>
    ((await servers.fromStandin('requests')) as { method: string; path: string }[]).filter(({ path }) =>
      path.endsWith('/change_expiration_date'),
    ).length
  const authenticator = await VirtualAuthenticator.of(page)
  await signIn(page, 'manager')

  await page.goto(renewal)
  const dialog = page.getByRole('dialog')
  const renew = dialog.getByRole('button', { name: 'Renew now with your passkey' })
  await dialog.getByLabel('Type RENEW').fill('RENEW')
  await expect(renew).toHaveAttribute('aria-disabled', 'true')
  expect(await sent()).toBe(0)

  await addPasskey(page, 'Blue key')
  await expect(page.getByRole('listitem').filter({ hasText: 'Blue key' })).toBeVisible()
  await noViolations(page)
  await page.getByRole('button', { name: 'For you: 1 new notification' }).press('Enter')
  const notices = page.getByRole('list', { name: 'Notifications' }).getByRole('link')
  await expect(notices).toHaveText([/^New: A passkey was added to your account/])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await noViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(renewal)
  await dialog.getByLabel('Type RENEW').fill('RENEW')
  await dialog.getByLabel('Reason').fill('Agreed with the buyer')
  await authenticator.verifies(false) // the screen lock isn't passed
  await renew.click()
  await expect(dialog.getByText('No passkey was used, so nothing was done.')).toBeVisible()
  expect(await sent()).toBe(0)
  await authenticator.verifies(true)
  await renew.click()
  await expect(dialog.getByRole('status').first()).toBeVisible()
  await expect.poll(sent).toBe(1)

  await page.goto('/settings/account')
  await page.getByRole('checkbox', { name: 'Ask for my passkey when I sign in' }).click()
  await expect(page.getByRole('checkbox', { name: 'Ask for my passkey when I sign in' })).toBeChecked()
  await page.context().clearCookies()
  await authenticator.verifies(false)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill('manager@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No passkey was used')).toBeVisible()
  await authenticator.verifies(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
  expect(troubles).toEqual([])
})
