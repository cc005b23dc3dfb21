import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

test('a list across buyers is opened by keys, filtered, exported, saved as a view that stands on the first page, and worked by one person at a time', async ({
  signedInAs,
}) => {
  test.setTimeout(90_000)
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.settledTwice.buyer}`)
  await expect(page.getByRole('heading', { name: 'Charge history' })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('g') // a page that isn't awake yet hears no key
    await page.keyboard.press('l')
    await expect(page.getByRole('heading', { name: 'Lists', level: 1 })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(async () => {
    await page.reload() // what was read is found a moment later
    await expect(page.getByRole('listitem').filter({ hasText: /Double payments, 90 days[1-9]/ })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('link', { name: /^Double payments/ }).click()
  // Other tests have buyers of their own with double payments.
  const row = page.getByRole('table', { name: 'Double payments' }).getByRole('row').filter({ hasText: 'o•••e@e••••••.test' })
  await expect(row).toHaveCount(1)
  await expect(async () => {
    await page.reload() // how many were read is counted a moment after they were
    await expect(page.getByText(/^Of \d+ buyers? known on Northwind, the charges of \d+ count/)).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const text = (await (await (await downloading).createReadStream()).toArray()).join('')
  expect(text).toMatch(/^\uFEFF"Double payments, 90 days, \d+ rows?, nothing left out, .*Others aren’t included\."/)
  expect(text).toContain('o•••e@e••••••.test')

  await page.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL('/lists/double-payments?span=7')
  await page.goBack()
  await expect(row).toHaveCount(1)
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Doubles of the quarter')
  await dialog.getByLabel(/^Share with everyone/).check()
  await axeFindsNothing(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('heading', { name: 'Doubles of the quarter', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit view' })).toBeFocused()
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.getByRole('button', { name: 'Pin for everybody' }).click()
  await expect(page.getByRole('button', { name: 'Unpin for everybody' })).toBeVisible()
  await page.keyboard.press('Escape')

  const agent = await signedInAs('agent')
  const views = await (await page.request.get('/api/desk/views')).json()
  const opened = await agent.request.get(`/v/${views.data[0].code}`, { maxRedirects: 0 })
  expect([opened.status(), opened.headers().location]).toEqual([303, expect.stringMatching(/^\/lists\/double-payments/)])
  await agent.goto('/')
  await agent
    .getByRole('region', { name: 'Lists' })
    .getByRole('link', { name: /^Doubles of the quarter pinned for everybody [1-9]/ })
    .click()
  await expect(agent.getByRole('button', { name: 'Export CSV' })).toHaveAttribute('aria-disabled', 'true')
  await agent.setViewportSize({ width: 390, height: 844 })
  expect(await agent.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await axeFindsNothing(agent)
  await agent.keyboard.press('j')
  await agent.keyboard.press('m')
  await expect(agent.getByRole('button', { name: 'Take your name off' })).toBeVisible()
  await axeFindsNothing(agent)
  await agent.keyboard.press('Enter')
  await expect(agent).toHaveURL(/^[^?]*\/buyers\/.*charge=/)
})
