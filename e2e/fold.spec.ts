import type { Page } from '@playwright/test'
import { stories } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const fold = 900
const maxControls = 20
/** Rows of orders, runs and months are what is read, and not what is pressed. */
const pressed = ':is(button, input, select, textarea, summary):not([data-order-row], [data-run-row], h4 *):visible'

/** Where something begins, from the top of the page. */
const topOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN

/** Notes where the orders begin, in every frame from the first on. What moves under a finger is pressed in vain. */
const noteTops = (page: Page) =>
  page.addInitScript(`{
    window.tops = new Set()
    const look = () => {
      const orders = document.querySelector('section[aria-labelledby=charge-history]')
      if (orders) window.tops.add(Math.round(orders.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }`)

test('for every buyer of the demo the answer, the first order and the subscriptions stand above the fold, and nothing moves while the page comes', async ({
  signedInAs,
}) => {
  test.setTimeout(180_000)
  const page = await signedInAs('agent')
  await noteTops(page)
  const below: string[] = []
  for (const { name, buyerId, merchantCode } of stories) {
    if (merchantCode !== 'northwind') continue
    await page.goto(`/buyers/${buyerId}`)
    await expect(page.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
    const tops = {
      answer: await topOf(page, 'section[aria-label=Answer]'),
      'first order': await topOf(
        page,
        '[data-order-row], [data-run-row], section[aria-labelledby=charge-history]:not(:has([data-order-row])) h3',
      ),
      subscriptions: await topOf(page, 'section[aria-labelledby=subscriptions]'),
    }
    const controls = await page
      .locator('main')
      .locator(pressed)
      .evaluateAll((all, bottom) => all.filter((each) => each.getBoundingClientRect().top < bottom).length, fold)
    for (const [what, top] of Object.entries(tops)) if (!(top < fold - 44)) below.push(`${name}: ${what} at ${top}`)
    const places = await page.evaluate<number[]>('[...window.tops]')
    if (places.length > 1) below.push(`${name}: the orders began at ${places.join(', then at ')}`)
    if (controls > maxControls) below.push(`${name}: ${controls} controls in view`)
  }
  expect(below).toEqual([])
})
