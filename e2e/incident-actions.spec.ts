import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const rows = [
  [ids.cascade.activeSubscription, ids.cascade.buyer],
  [ids.settledTwice.subscription, ids.settledTwice.buyer],
  [ids.threeTokens.subscription, ids.threeTokens.buyer],
  [ids.yen.subscription, ids.yen.buyer],
  [ids.dinar.subscription, ids.dinar.buyer],
  [ids.arabicName.subscription, ids.arabicName.buyer],
  [ids.emojiName.subscription, ids.emojiName.buyer],
] as const
const table = ['subscriptionId,buyerId', ...rows.map((row) => row.join(','))].join('\n')
const reason = 'Charged twice, counted'

/** Everything that two people do in the dashboard: each press, each key and each text that is put in is one. */
class Actions {
  count = 0

  async press(target: Locator): Promise<void> {
    this.count += 1
    await target.click()
  }

  async put(target: Locator, text: string): Promise<void> {
    this.count += 1
    await target.fill(text)
  }

  /** Opens the buyer of each row in a window of its own, which the dashboard notes. */
  async openEach(page: Page, where: Locator): Promise<void> {
    for (const left of [2, 1, 0]) {
      const opened = page.context().waitForEvent('page')
      const noted = page.waitForResponse((response) => response.url().endsWith('/look'))
      await this.press(where.getByRole('link', { name: /^Open buyer/ }).first())
      await (await opened).close()
      await noted
      await expect(where.getByRole('link', { name: /^Open buyer/ })).toHaveCount(left)
    }
  }
}

test('an incident takes two people at most 18 actions together, from their home pages to its close, however many rows it has', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(180_000)
  const actions = new Actions()
  const [planner, second] = [await signedInAs('manager'), await signedInAs('admin')]
  await planner.goto('/')
  await actions.press(planner.getByRole('link', { name: 'Incidents', exact: true }))
  await actions.press(planner.getByRole('button', { name: 'Plan an incident' }))
  await expect(planner.getByRole('heading', { name: 'Who' })).toBeVisible()
  await actions.put(planner.getByLabel('Subscription ids'), table)
  await actions.put(planner.getByLabel('Reason'), reason)
  await actions.press(planner.getByRole('button', { name: 'Preview' }))
  await expect(planner.getByText(/^\d+ of 7 will change/)).toBeVisible()
  await actions.press(planner.getByRole('button', { name: 'Ask for approval' }))
  await expect(planner.getByRole('button', { name: 'Approve' })).toBeVisible()

  await second.goto('/')
  await actions.press(second.getByRole('listitem').filter({ hasText: reason }).getByRole('link').first())
  await actions.openEach(second, second.getByRole('region', { name: 'Rows to open' }))
  await actions.press(second.getByRole('button', { name: 'Approve' }))

  await actions.press(planner.getByRole('button', { name: 'Start the pilot' }))
  const pilot = planner.getByRole('region', { name: 'Pilot of 3' })
  await expect(pilot.getByRole('paragraph').filter({ hasText: 'Open each row first' })).toBeVisible() // the three have ended
  await actions.openEach(planner, pilot)
  const goOn = pilot.getByRole('button', { name: 'Continue' })
  await expect(goOn).not.toHaveAttribute('aria-disabled', 'true', { timeout: 75_000 })
  await actions.press(goOn)
  await expect(planner.getByRole('link', { name: 'Results CSV' })).toBeVisible({ timeout: 30_000 })
  await actions.press(planner.getByRole('button', { name: 'Close', exact: true }))
  await expect(planner.getByText('closed', { exact: true })).toBeVisible()

  const sent = await standin.requests('changeAutochargeStatus')
  expect(sent.length).toBeGreaterThan(3)
  expect(new Set(sent.map(({ path }) => path)).size).toBe(sent.length)
  expect(actions.count).toBeLessThanOrEqual(18)
})
