import type { Page } from '@playwright/test'
import { type Figure, inTurns, ratio } from './measure'

const rounds = 15

/** Time from the click on an address to the first order in sight, for a long history against a short one. */
export async function firstOrder(page: Page, long: string, short: string): Promise<Figure> {
  const open = async (buyerId: string) => {
    await page.goto('about:blank')
    const from = performance.now()
    await page.goto(`/buyers/${buyerId}`, { waitUntil: 'commit' })
    await page.locator('[data-order-row]').first().waitFor({ state: 'visible' })
    return performance.now() - from
  }
  for (const buyerId of [long, short]) await open(buyerId) // what is compiled at the first use is not what people wait for
  const { one, other } = await inTurns(
    rounds,
    () => open(long),
    () => open(short),
  )
  return ratio('first order in sight, 1 000 orders against a few', one, other, 1.2)
}
