import type { Page } from '@playwright/test'
import type { Shot, Story } from './shots'

/** Lists across buyers, once somebody has opened the buyers of one merchant account. */
export const listShots = (stories: readonly Story[]): Shot[] => [
  { name: 'lists', path: '/lists', email: 'manager@demo.test', act: openAll(stories) },
  { name: 'list-doubles', path: '/lists/double-payments', email: 'manager@demo.test' },
  { name: 'list-save-view', path: '/lists/double-payments', email: 'finance@demo.test', act: saveView },
  { name: 'list-handover', path: '/handover', email: 'manager@demo.test' },
  { name: 'list-report', path: '/report', email: 'manager@demo.test' },
  { name: 'list-home', path: '/', email: 'manager@demo.test' },
  { name: 'list-home-agent', path: '/', email: 'agent@demo.test' },
  { name: 'list-empty', path: '/lists/renewals-failed', email: 'agent@demo.test' },
  { name: 'list-blocked', path: '/lists/blocked', email: 'finance@demo.test' },
]

function openAll(stories: readonly Story[]) {
  return async (page: Page) => {
    for (const { buyerId } of stories.filter(({ merchantCode }) => merchantCode === stories[0]?.merchantCode))
      await page.goto(`/buyers/${buyerId}`, { waitUntil: 'networkidle' })
    await page.goto('/lists', { waitUntil: 'networkidle' })
  }
}

async function saveView(page: Page) {
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Doubles of the quarter')
}
