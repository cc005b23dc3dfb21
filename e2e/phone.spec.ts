import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const bar = (page: Page) => page.getByRole('button', { name: 'Actions', exact: true })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Actions' })

async function opened(page: Page, buyer: string): Promise<Page> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/buyers/${buyer}`)
  await expect(page.getByText(/^Showing (the only order|all .* orders)/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return page
}

test('on a phone the buyer’s head takes the place of the bars, with the country and the id', async ({ signedInAs }) => {
  const page = await opened(await signedInAs('agent'), ids.cascade.buyer)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  const head = page.locator('main > header')
  await expect(head.getByRole('link', { name: 'Back to Find' })).toBeVisible()
  await expect(head.getByText('BR', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(head.getByRole('button', { name: `Copy ${ids.cascade.buyer}` })).toBeVisible()
  await expect(head.getByRole('button', { name: 'Reveal' })).toBeVisible()
  await expect(head.getByRole('button', { name: /^As of/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await head.getByRole('link', { name: 'Back to Find' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('two buttons of 40 px stand under the thumb, and the reply is copied there', async ({ signedInAs }) => {
  const page = await opened(await signedInAs('agent'), ids.cascade.buyer)
  const [actions, copy] = await Promise.all(
    [bar(page), page.getByRole('button', { name: 'Copy reply' })].map((each) => each.boundingBox()),
  )
  expect([actions?.height, copy?.height]).toEqual([40, 40])
  expect(actions?.y).toBe(copy?.y)
  expect((copy?.y ?? 0) + 40).toBeGreaterThan(820)
  expect((actions?.x ?? 0) + (actions?.width ?? 0)).toBeLessThan(copy?.x ?? 0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy reply' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/162[.,]00/)
})

test('what comes first is the answer, then the orders, the subscriptions, and the identity last', async ({ signedInAs }) => {
  const page = await opened(await signedInAs('agent'), ids.cascade.buyer)
  const order = [
    '#answer',
    '[aria-labelledby=charge-history]',
    '[aria-labelledby=subscriptions]',
    '[aria-labelledby=notes]',
    '[aria-labelledby=identity]',
  ]
  const tops = await Promise.all(order.map(async (selector) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN))
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const below = await page.locator('main section').evaluateAll((all) => all.at(-1)?.getAttribute('aria-labelledby'))
  expect(below).toBe('identity')
})

test('every verb is in one sheet, by what it changes, and gives the focus back', async ({ signedInAs }) => {
  const page = await opened(await signedInAs('agent'), ids.cascade.buyer)
  await bar(page).press('Enter')
  const plus = sheet(page).getByRole('region', { name: 'Northwind Plus 3 months' })
  await expect(plus.getByRole('button', { name: 'Turn on autocharge', exact: true })).toHaveAccessibleDescription('off now')
  await expect(plus.getByRole('button', { name: 'Change end date', exact: true })).toHaveAccessibleDescription(/^ends /)
  const buyer = sheet(page).getByRole('region', { name: 'Buyer', exact: true })
  for (const name of ['Request refund', 'Share the counterfoil', 'Change e-mail', 'Add note', 'Create payment link'])
    await expect(buyer.getByRole('button', { name, exact: true }), name).toBeVisible()
  await axeFindsNothing(page)
  for (let tabs = 0; tabs < 40; tabs += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(sheet(page)).toHaveCount(0)
  await expect(bar(page)).toBeFocused()
})

test('a verb of the sheet opens its dialog, and the bar has the focus after it', async ({ signedInAs }) => {
  const page = await opened(await signedInAs('agent'), ids.cascade.buyer)
  await bar(page).click()
  await sheet(page).getByRole('button', { name: 'Change e-mail', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(bar(page)).toBeFocused()
  await bar(page).click()
  await sheet(page).getByRole('button', { name: 'Share the counterfoil' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Share the counterfoil' }).getByRole('button', { name: 'Copy text' }),
  ).toBeVisible()
})
