import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const at = (buyer: string) => `/buyers/${buyer}`
const palette = (page: Page) => page.getByRole('dialog', { name: 'Actions and search' })

/** Keys that arrive before the page listens are lost, as they are for a person, who presses again. */
async function open(page: Page): Promise<void> {
  await expect(async () => {
    if ((await palette(page).count()) === 0) await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused({ timeout: 2_000 })
  }).toPass()
}

test('on a buyer the palette opens the dialog of a verb, by keyboard alone, and sends nothing', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.yen.buyer))
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await open(page)
  await expect(palette(page).getByRole('option').first()).toContainText(/Turn (on|off) autocharge…/)
  await page.keyboard.type('change e-m')
  await expect(palette(page).getByRole('option')).toHaveCount(1)
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Change e-mail…')
  await expect(palette(page).getByRole('option').locator('kbd')).toHaveText('M')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Change e-mail/ }).getByLabel('E-mail')).toBeVisible()
  await expect(palette(page)).toHaveCount(0)
  expect(await standin.requests('changeBuyerEmail')).toEqual([])
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toHaveCount(0) // never over a dialog
})

test('the key of an entry does the same on the page', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.dinar.buyer))
  const dialog = page.getByRole('dialog', { name: /^Change end date/ })
  await expect(async () => {
    if ((await dialog.count()) === 0) await page.keyboard.press('e')
    await expect(dialog).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('what the role may not do is greyed with the reason', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(at(ids.yen.buyer))
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  await open(page)
  await page.keyboard.type('change e-mail')
  const verb = palette(page).getByRole('option', { name: /Change e-mail/ })
  await expect(verb).toHaveAttribute('aria-disabled', 'true')
  await expect(verb).toContainText('Needs the agent role')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Change e-mail/ })).toHaveCount(0)
})

test('a buyer id is recognised and opened; an e-mail is looked for, and what is selected stays', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/journal')
  await open(page)
  await page.keyboard.insertText(ids.cascade.buyer.toUpperCase())
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Open buyer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at(ids.cascade.buyer))

  await page.goto('/journal')
  await open(page)
  await page.keyboard.insertText('tainara@example.test')
  await expect(palette(page).getByRole('option', { name: /E-mail, exact/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at(ids.cascade.buyer))
  expect(page.url()).not.toContain('tainara')
})

test('results come in below without moving what is selected', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/desk/search', async (route) => {
    await asked
    const json = { readAs: 'other', hits: [{ buyerId: ids.yen.buyer, reason: 'Name, part' }], say: null }
    await route.fulfill({ json, headers: { 'x-counterfoil': 'yes' } })
  })
  await open(page)
  await page.keyboard.type('journal')
  const selected = palette(page).getByRole('option', { selected: true })
  await expect(selected).toContainText('Journal')
  await expect(palette(page).getByText('Searching Northwind…')).toBeVisible()
  answer()
  await expect(palette(page).getByRole('option').last()).toContainText('Name, part')
  await expect(selected).toContainText('Journal')
})

test('the clipboard is offered as what it is', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/journal')
  await page.evaluate((id) => navigator.clipboard.writeText(id), ids.yen.buyer)
  await open(page)
  await palette(page)
    .getByRole('option', { name: /Use the buyer, charge or subscription id/ })
    .click()
  await expect(palette(page).getByRole('option', { selected: true })).toContainText('Open buyer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at(ids.yen.buyer))
})

test('places and buyers opened lately are there with their keys, and Escape gives the focus back', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.cascade.buyer))
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  const button = page.getByRole('button', { name: 'Actions and search' })
  await button.click()
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('t••')
  await expect(palette(page).getByRole('option', { name: /t•+a@/ }).last()).toBeVisible()
  await palette(page).getByRole('combobox').fill('journal')
  await expect(palette(page).getByRole('option', { name: 'Journal' }).locator('kbd')).toHaveText(['G', 'J'])
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('nothing that was typed stays in the address or in the browser', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  await open(page)
  await page.keyboard.insertText('stranger@example.test')
  await expect(palette(page).getByText('No buyer on Northwind has exactly this e-mail address.')).toBeVisible()
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(kept).not.toContain('stranger')
})
