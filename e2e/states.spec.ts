import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { fromMenu, openBuyer } from './command-promises'
import { expect, test } from './fixtures'

const nobody = '11111111-2222-4333-8444-555555555555'
const at = (buyer: string) => `/buyers/${buyer}`
const box = (page: Page) => page.getByRole('region', { name: 'No buyer with this id on Northwind.' })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'The service isn’t answering.' })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const down = { times: 999 }

/** The buttons and links in ink that can be pressed now. */
const primaries = (page: Page) =>
  page
    .locator(':is(button, a).bg-primary:visible')
    .evaluateAll((all) =>
      all
        .filter((each) => !each.closest('[aria-hidden=true]') && each.getBoundingClientRect().top >= 0)
        .map((each) => each.textContent),
    )

test('an id that nobody knows is one box with the ways on, and is not among the recent buyers', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`${at(nobody)}?ticket=T-4711`)
  await expect(box(page)).toContainText('It may belong to Southbay, or a character may be wrong.')
  await axeFindsNothing(page)
  expect(await primaries(page)).toEqual(['Try Southbay'])
  await expect(page.getByRole('main').getByRole('region')).toHaveCount(1)
  await expect(page.getByRole('main').getByText(/T-4711/)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: /^(?!Try|Copy)/ })).toHaveCount(0)
  await box(page).getByRole('button', { name: 'Try Southbay' }).click()
  await expect(box(page).getByRole('status').filter({ hasText: 'Southbay has no buyer with this id either.' })).toBeVisible()
  expect(await primaries(page)).toEqual([])
  await box(page).getByRole('searchbox', { name: 'Find a buyer' }).fill('tainara@example.test')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(ids.cascade.buyer))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Recent buyers' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(nobody) })).toHaveCount(0)
})

test('a buyer of another account is asked for there, and opened', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`${at(ids.southbayReader.buyer)}?merchant=northwind`)
  await box(page).getByRole('button', { name: 'Try Southbay' }).click()
  await expect(page.getByRole('region', { name: 'Answer' })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Merchant account' })).toHaveValue('southbay')
})

test('of an id that could not be asked for nobody says that it is unknown', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await standin.fault('*', 'html500', down)
  await page.goto(at(nobody))
  await expect(banner(page)).toContainText('Nothing was loaded before.')
  await expect(page.getByText('We don’t know what was paid.')).toBeVisible()
  await expect(page.getByText(/No buyer with this id/)).toHaveCount(0)
  await standin.reset()
  await expect(box(page)).toBeVisible({ timeout: 40_000 })
})

test('where the service tells late that an id is nobody’s, that is the page, and no recent buyer', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await standin.fault('getChargeHistory', 'delay', { ms: 2_500, times: 1 })
  await page.goto(at(nobody))
  await expect(box(page)).toBeVisible()
  const recent = await page.request.get('/api/desk/recent')
  expect(JSON.stringify(await recent.json())).not.toContain(nobody)
})

test('a link to an account that is not open to the person says so, and whose buyer this is', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`${at(ids.cascade.buyer)}?merchant=elsewhere`)
  const says = page
    .getByRole('status')
    .filter({ hasText: 'This link is for the merchant account “elsewhere”, which you can’t open.' })
  await expect(says).toContainText('You’re seeing Northwind instead.')
  await page.goto(`${at(ids.cascade.buyer)}?merchant=northwind`)
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  await expect(page.getByText(/which you can’t open/)).toHaveCount(0)
})

test('a service that is down leaves what was known, greyed and stamped under one banner, and the page heals without a reload', async ({
  signedInAs,
  standin,
}) => {
  test.slow()
  const page = await signedInAs('agent')
  await openBuyer(page, ids.cascade.buyer)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('button', { name: /Paid once, at the 2nd card attempt/ }).click()
  await expect(page.getByRole('list', { name: /^Attempts of order/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Note' }).fill('Half a thought')
  await standin.fault('*', 'html500', down)
  await page.getByRole('button', { name: /^As of .* Refresh\.$/ }).click()
  await expect(banner(page)).toContainText(/This is what we knew at \d\d:\d\d\. Actions are off until it’s back\./)
  await expect(page.getByText(/^next try in \d+ s$/)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  for (const name of ['Subscriptions', 'Payment methods', 'Charge history'])
    await expect(card(page, name).getByText(/^as of \d\d:\d\d$/), name).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Anything after that is missing here.')
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Copy reply' })).toHaveCount(0)
  const verb = card(page, 'Subscriptions').getByRole('button', { name: 'Change end date' })
  await expect(verb).toHaveAttribute('aria-disabled', 'true')
  await expect(verb).toHaveAccessibleDescription('The service isn’t answering. Actions are off until it’s back.')
  expect(await primaries(page)).toEqual([])
  await axeFindsNothing(page)
  for (const amount of await page.getByText(/^162\.00/).all()) expect(await contrastOf(amount)).toBeGreaterThanOrEqual(7)

  await standin.reset()
  await expect(banner(page)).toHaveCount(0, { timeout: 60_000 })
  await expect(verb).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(/^as of \d\d:\d\d$/)).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await expect(page.getByRole('list', { name: /^Attempts of order/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('Try now asks at once', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.yen.buyer)
  await standin.fault('*', 'html500', { times: 8 })
  await page.getByRole('button', { name: /^As of .* Refresh\.$/ }).click()
  await expect(banner(page)).toBeVisible()
  await standin.reset()
  await expect(async () => {
    const again = page.getByRole('button', { name: 'Try now' })
    if (await again.isVisible()) await again.click()
    await expect(banner(page)).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
})

test('where one read alone fails its card alone is greyed, and says so by its stamp', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.threeTokens.buyer)
  await standin.fault('listTokens', 'html500', down)
  await page.getByRole('button', { name: /^As of .* Refresh\.$/ }).click()
  const stamp = card(page, 'Payment methods').getByRole('button', { name: /^Try again, as of \d\d:\d\d$/ })
  await expect(stamp).toBeVisible()
  await expect(stamp).toHaveAccessibleDescription(/The service returned error 500/)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.locator('.stale')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await expect(card(page, 'Payment methods').getByRole('button', { name: 'Disable token' }).first()).toBeVisible()
  await standin.reset()
  await expect(page.locator('.stale')).toHaveCount(0, { timeout: 40_000 })
})

test('what is unconfirmed is hatched and never called on or off; it can be checked and nothing else', async ({
  signedInAs,
  standin,
}) => {
  await standin.fault('changeAutochargeStatus', 'reset', { applied: true })
  const page = await signedInAs('agent')
  await openBuyer(page, ids.yen.buyer)
  const dialog = await fromMenu(page, 'Turn off autocharge')
  await dialog.getByLabel('Reason').fill('Asked for it')
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  await dialog.getByRole('button', { name: 'Leave unconfirmed' }).click()
  const subscriptions = card(page, 'Subscriptions')
  await expect(subscriptions).toContainText('“Turn off autocharge” isn’t confirmed.')
  await expect(subscriptions).not.toContainText(/Renews|Autocharge is (on|off)/)
  const locked = subscriptions.getByRole('button', { name: 'Turn off autocharge' })
  await expect(locked).toHaveAccessibleDescription('Locked until somebody checks what happened')
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('“Turn off autocharge” isn’t confirmed.')
  expect(await primaries(page)).toEqual(['Copy reply'])
  await axeFindsNothing(page)
  await subscriptions.getByRole('button', { name: 'Check now' }).click()
  const looked = page.getByRole('dialog', { name: 'Turn off autocharge' })
  await looked.getByRole('button', { name: 'Settle as applied' }).click()
  await looked.getByRole('button', { name: 'Close' }).first().click()
  await expect(subscriptions).toContainText('Autocharge is off.')
  await expect(subscriptions.getByRole('button', { name: 'Check now' })).toHaveCount(0)
})

for (const [state, buyer] of [
  ['with one order', ids.cascade.buyer],
  ['with a long history', ids.longHistory.buyer],
  ['with nothing', ids.nothing.buyer],
  ['of ended subscriptions', ids.ended.buyer],
  ['settled twice', ids.settledTwice.buyer],
] as const) {
  test(`one button in ink on the page of a buyer ${state}`, async ({ signedInAs }) => {
    const page = await signedInAs('agent')
    await page.goto(at(buyer))
    await expect(page.getByRole('button', { name: 'Copy reply' }).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What we did' })).toBeVisible()
    expect(await primaries(page)).toEqual(['Copy reply'])
  })
}

/** The contrast of a text with what is behind it, both as the browser draws them. */
async function contrastOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const light = (colour: string) => {
      const [r = 0, g = 0, b = 0] = channels(colour).map((channel) => {
        const part = channel / 255
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const isClear = (colour: string) => channels(colour)[3] === 0
    let behind: Element | null = element
    while (behind && isClear(getComputedStyle(behind).backgroundColor)) behind = behind.parentElement
    const [a, b] = [getComputedStyle(element).color, getComputedStyle(behind ?? document.body).backgroundColor].map(light)
    const [lighter = 0, darker = 0] = [a ?? 0, b ?? 0].toSorted((one, other) => other - one)
    return (lighter + 0.05) / (darker + 0.05)
  })
}
