import type { Page } from '@playwright/test'
import { ids, stories } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const fold = 900
/** A long history has its filters and months beside. */
const mostControls = 20

/** Where something begins, from the top of the page. */
const topOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN

test('for every buyer of the demo the answer, the first order and the subscriptions stand above the fold', async ({
  signedInAs,
}) => {
  test.setTimeout(180_000)
  const page = await signedInAs('agent')
  const below: string[] = []
  for (const { name, buyerId, merchantCode } of stories) {
    if (merchantCode !== 'northwind') continue
    await page.goto(`/buyers/${buyerId}`)
    await expect(page.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
    const tops = {
      answer: await topOf(page, 'section[aria-label=Answer]'),
      orders: await topOf(page, 'section[aria-labelledby=charge-history]'),
      subscriptions: await topOf(page, 'section[aria-labelledby=subscriptions]'),
    }
    // Rows of orders are what is read, and not what is pressed.
    const controls = await page
      .locator('main')
      .locator(':is(button, input, select, textarea, summary):not([data-order-row]):visible')
      .evaluateAll((all, bottom) => all.filter((each) => each.getBoundingClientRect().top < bottom).length, fold)
    for (const [what, top] of Object.entries(tops)) if (!(top < fold - 44)) below.push(`${name}: ${what} at ${top}`)
    if (controls > mostControls && buyerId !== ids.longHistory.buyer) below.push(`${name}: ${controls} controls in view`)
  }
  expect(below).toEqual([])
})
