import type { Page } from '@playwright/test'
import { firstOrderInSight } from './in-sight'
import { type Figure, inTurns, ratio } from './measure'

const rounds = 31

/** Time from the click on an address to the first order in sight, for a long history against a short one. */
export async function firstOrder(page: Page, long: string, short: string): Promise<Figure> {
  const open = async (buyerId: string) => {
    await page.goto('about:blank')
    return firstOrderInSight(page, `/buyers/${buyerId}`)
  }
  for (const buyerId of [long, short]) await open(buyerId) // what is compiled at the first use is not what people wait for
  const { one, other } = await inTurns(
    rounds,
    () => open(long),
    () => open(short),
  )
  return ratio('first order in sight, 1 000 orders against a few', one, other, 1.2)
}
