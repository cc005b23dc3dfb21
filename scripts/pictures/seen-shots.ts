import type { Page } from '@playwright/test'
import type { Shot } from './shots'

/**
 * What is seen in clear, what is not while a screen is shared, and how the desk is; `buyer` is the path of a buyer's page.
 */
export const seenShots = (buyer: string): Shot[] => [
  { name: 'reveal', path: buyer, email: 'agent@demo.test', act: askReveal },
  { name: 'revealed', path: buyer, email: 'finance@demo.test', act: revealName },
  { name: 'buyer-screen-shared', path: buyer, email: 'second.agent@demo.test', act: shareScreen },
  { name: 'journal-revealed', path: '/journal/records', email: 'manager@demo.test' },
  { name: 'settings-connection-test', path: '/settings', email: 'admin@demo.test', act: testConnection },
  { name: 'status', path: '/settings/status', email: 'admin@demo.test' },
]

async function askReveal(page: Page) {
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await page.getByRole('button', { name: 'Checking a caller’s identity' }).click()
}

async function revealName(page: Page) {
  await askReveal(page)
  await page.getByRole('dialog').getByLabel('Name').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function shareScreen(page: Page) {
  await page.context().addCookies([{ name: 'screen-share', value: 'on', url: page.url() }])
  await page.reload()
  await page.getByText('Screen-share mode is on.').waitFor()
}

async function testConnection(page: Page) {
  await page.getByRole('button', { name: 'Test connection' }).first().click()
  await page.getByRole('dialog').getByText('Search by e-mail').waitFor()
}
