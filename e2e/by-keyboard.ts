import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

const farthest = 90

/** Goes on with Tab until something has the focus, and fails where Tab leads past it or out of the page. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let count = 0; count < farthest; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `within ${farthest} presses of ${key}`).toBeFocused()
}

/** Presses something that Tab reaches. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await expect(target).not.toHaveAttribute('aria-disabled', 'true') // a preview may still be on its way
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** After something has closed or gone. */
export const hasFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body), 'the focus is somewhere').toBe(true)
export const copied = (page: Page) => expect.poll(() => page.evaluate(() => navigator.clipboard.readText()))
