import type { Page } from '@playwright/test'

// Chromium without a screen shows every tab, also behind another one or minimized, so the page is told what a hidden tab is told.
export const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (isHidden ? 'hidden' : 'visible') })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)
