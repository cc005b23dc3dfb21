import type { Page } from '@playwright/test'

/**
 * Milliseconds from going to an address until its first order is in sight. It is looked for at each frame: a locator of Playwright looks
 * after 20, 70, 170 and 270 ms and then twice a second.
 */
export async function firstOrderInSight(page: Page, address: string): Promise<number> {
  const from = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('[data-order-row]')?.checkVisibility())
  return performance.now() - from
}
