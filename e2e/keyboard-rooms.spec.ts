import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { copied, hasFocus, press, tabTo } from './by-keyboard'
import { expect, test } from './fixtures'
import { pricesPath, renewal } from './price-link'
import { settled } from './price-page'

// The tasks of finance, managers and admins by the keyboard alone. What agents do is in keyboard.spec.ts.

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const dialog = (page: Page) => page.getByRole('dialog')

/** A dialog takes the focus, Escape closes it, and the focus is where it was. */
async function opensAndReturns(page: Page, opener: Locator): Promise<void> {
  await press(page, opener)
  await expect(dialog(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
}

/** Goes to a section of the settings by its link. */
async function section(page: Page, name: string | RegExp): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })
  await press(page, link)
  await expect(link).toHaveAttribute('aria-current', 'page')
}

test('a manager saves and withdraws a quote, finds it in the list, reads the journal and begins the day', async ({
  signedInAs,
}) => {
  test.setTimeout(120_000)
  const page = await signedInAs('manager')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(pricesPath([[renewal()], [{ product: 'NWPLUS12' }]], ['BRL', 'EUR']))
  await settled(page)
  await press(page, button(page, 'Save quote'))
  await expect(page.getByRole('article', { name: 'The offer as the customer gets it' })).toBeVisible()
  await press(page, button(page, 'Copy link for colleagues'))
  await copied(page).toContain('/quotes/')
  const reference =
    (await page
      .getByText(/^Q-\w{6}$/)
      .first()
      .textContent()) ?? ''

  await page.goto('/quotes')
  await tabTo(page, page.getByRole('searchbox', { name: 'Find a quote' }))
  await page.keyboard.type(reference)
  await expect(page).toHaveURL(/find=Q-/)
  const row = page.getByRole('listitem').filter({ hasText: reference }).getByRole('link')
  await press(page, row)
  await press(page, button(page, 'Withdraw quote'))
  await press(page, dialog(page).getByRole('button', { name: 'Withdraw quote' }))
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the buyer' })).toBeFocused()

  await page.goto('/journal/records')
  const newest = page.getByRole('main').getByRole('group').first()
  await expect(newest).toContainText(`Quote withdrawn${reference}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(newest).toHaveAttribute('open')
  await page.keyboard.press('Enter')
  await expect(newest).not.toHaveAttribute('open')

  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeFocused()
  await press(page, page.getByRole('navigation', { name: 'Today in figures' }).getByRole('link').first())
  await expect(page).toHaveURL(/\/approvals/)
})

test('finance reads the morning, prints a statement of some days and checks a pack', async ({ signedInAs }) => {
  test.setTimeout(120_000)
  const page = await signedInAs('finance')
  await page.addInitScript(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await page.goto('/')
  await press(page, page.getByRole('navigation', { name: 'Today in figures' }).getByRole('link').first())
  await expect(page).toHaveURL(/\/refunds/)

  await page.goto(`/buyers/${ids.cascade.buyer}/statement`)
  await tabTo(page, page.getByLabel('From', { exact: true }))
  await page.keyboard.type('03012025')
  await tabTo(page, page.getByLabel('To', { exact: true }))
  await page.keyboard.type('03312025')
  await press(page, button(page, 'Show'))
  await expect(page).toHaveURL(/from=2025-03-01&to=2025-03-31/)
  await press(page, page.getByRole('button', { name: 'Letter', exact: true }), 'Space')
  await expect(page.getByRole('button', { name: 'Letter', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await press(page, button(page, 'Print or save as PDF'))
  expect(await page.evaluate(() => 'printed' in window)).toBe(true)

  await page.goto('/evidence')
  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByLabel('Drop an evidence pack here'), 'Space')
  await (await choosing).setFiles({ name: 'no.zip', mimeType: 'application/zip', buffer: Buffer.from('no pack') })
  await expect(page.getByRole('region', { name: 'no.zip' })).toBeVisible()
})

test('an admin does what each section of the settings is for', async ({ signedInAs }) => {
  test.setTimeout(180_000)
  const page = await signedInAs('admin')
  await page.goto('/settings')
  await opensAndReturns(page, button(page, 'Test connection'))
  await press(page, page.locator('summary, [aria-expanded=false]').filter({ hasText: 'Set-up of Southbay' }).first())
  await expect(page.getByText('Service id and source')).toHaveCount(2)

  await section(page, /^People/)
  await opensAndReturns(page, button(page, 'Add a person'))
  await press(page, button(page, 'More actions for Soren Lund'))
  await expect(page.locator('[popover]:popover-open').getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'More actions for Soren Lund')).toBeFocused()

  await section(page, /^Approvals/)
  const rules = page.getByRole('region', { name: /approval/i })
  await tabTo(page, rules.getByLabel('Command'))
  await page.keyboard.type('Create buyer')
  await press(page, rules.getByRole('button', { name: 'Add rule' }))
  const rule = rules.getByRole('listitem').filter({ hasText: 'Create buyer' })
  await expect(rule).toBeVisible()
  await press(page, rule.getByRole('button', { name: /^Remove/ }))
  await expect(rule).toHaveCount(0)
  await expect(rules.getByLabel('Command')).toBeFocused()

  await section(page, 'Reasons and replies')
  const presets = page.getByRole('textbox', { name: 'Turn off autocharge' })
  await tabTo(page, presets)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('\nMoved abroad')
  await press(page, button(page, 'Save'))
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await hasFocus(page)
  await press(page, button(page, /^Greeting/))
  await expect(page.getByRole('button', { name: /^Greeting/ })).toHaveAttribute('aria-expanded', 'true')

  await section(page, 'Letterhead')
  await tabTo(page, page.getByLabel('Contact'))
  await page.keyboard.type('billing@northwind.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Letterhead' }).getByRole('status')).toHaveText('Saved')

  await section(page, 'Events')
  await opensAndReturns(page, button(page, 'Replay'))
  await press(page, button(page, 'Create address'))
  await press(page, dialog(page).getByRole('button', { name: 'Done' }))
  await expect(dialog(page)).toHaveCount(0)
  await hasFocus(page)
  await opensAndReturns(page, button(page, 'Send a test event'))
  await press(page, button(page, /^Revoke the address/))
  await press(page, dialog(page).getByRole('button', { name: /^Revoke/ }))
  await expect(button(page, /^Revoke the address/)).toHaveCount(0)
  await hasFocus(page)

  await section(page, 'Alerts')
  await press(page, button(page, /^Change: Chargebacks/))
  await expect(page.getByRole('form', { name: 'Change rule' }).getByLabel('So many or more')).toBeFocused()
  await press(page, page.getByRole('form', { name: 'Change rule' }).getByRole('button', { name: 'Back' }))
  await hasFocus(page)
  await press(page, button(page, /^Turn off: Chargebacks/))
  await expect(button(page, /^Turn on: Chargebacks/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, /^Turn off: Chargebacks/)).toBeFocused()

  await section(page, 'Machines')
  await opensAndReturns(page, button(page, 'Create token'))

  await section(page, 'Data')
  await tabTo(page, page.getByLabel('Buyer to erase'))
  await page.keyboard.type(ids.oddFields.buyer)
  await opensAndReturns(page, button(page, 'Erase data…'))

  await section(page, /^Status/)
  await expect(page.getByRole('heading', { name: 'What to do' })).toBeVisible()
})
