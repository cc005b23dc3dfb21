import type { Page } from '@playwright/test'
import type { Shot, Story } from './shots'

/** Lists across buyers, once somebody has opened the buyers of one merchant account. */
export const listShots = (stories: readonly Story[]): Shot[] => [
  { name: 'lists', path: '/lists', email: 'manager@demo.test', act: openAll(stories) },
  { name: 'list-renewals', path: '/lists/renewals-failed?span=30', email: 'manager@demo.test' },
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
