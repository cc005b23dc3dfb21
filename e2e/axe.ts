import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

// In its legacy mode axe runs in the page alone and opens no second one to put the results of frames together: no page here has another in it,
// and it takes two thirds of the time.

/** Expects of a page as it stands that axe finds nothing on it in the light, and nothing about its colours, which are all that differs, in the dark. */
export async function axeFindsNothing(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNone(new AxeBuilder({ page }).setLegacyMode())
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNone(new AxeBuilder({ page }).setLegacyMode().withRules(['color-contrast', 'link-in-text-block']))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

async function expectNone(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary])).toEqual([])
}
