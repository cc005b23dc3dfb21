import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const { buyer } = ids.settledTwice

/** Opens the dialog on the newest charge of the order that was settled twice. */
async function openRequest(page: Page) {
  await page.goto(`/buyers/${buyer}`)
  await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await expect(dialog.getByLabel('Amount, EUR')).toBeVisible()
  return dialog
}

async function request(page: Page, amount: string) {
  const dialog = await openRequest(page)
  await dialog.getByLabel('Amount, EUR').fill(amount)
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByLabel('Ticket').fill('T-4711')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Refund requested' })).toBeVisible()
  return dialog
}

/** A request at the desk, selected. */
async function openAtDashboard(page: Page, amount: string) {
  await page.goto('/refunds')
  await rows(page).filter({ hasText: amount }).getByRole('button').click()
  const panel = page.getByRole('region', { name: 'Refund request' })
  await expect(panel.getByRole('heading', { name: `Refund of ${amount} EUR` })).toBeVisible()
  return panel
}

const rows = (page: Page) => page.getByRole('table', { name: 'Refund requests' }).getByRole('rowgroup').last().getByRole('row')

test('a refund goes from the charge to finance, into a file, and is done with the provider’s reference', async ({
  signedInAs,
}) => {
  const agent = await signedInAs('agent')
  const dialog = await request(agent, '20')
  await expect(dialog.getByRole('region', { name: 'What to tell the customer' })).toContainText('Erstattung von 20,00 EUR')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(agent.getByRole('link', { name: 'Refund requested' }).first()).toBeVisible()

  const finance = await signedInAs('finance')
  const panel = await openAtDashboard(finance, '20.00')
  await expect(panel.getByText('20.00 of 42.84 EUR would go back. Nothing else of this charge was requested.')).toBeVisible()
  await expect(panel.getByText('This order was paid twice')).toBeVisible()
  await panel.getByRole('button', { name: 'Other' }).click()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(panel.getByText('Enter a reason')).toBeVisible()
  await panel.getByLabel('Reason', { exact: true }).fill('Checked with the provider')
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(finance.getByText('No refunds to decide')).toBeVisible()

  const batch = finance.getByRole('region', { name: 'Batch' })
  await expect(batch.getByRole('listitem')).toContainText(['1 refund'])
  const coming = finance.waitForEvent('download')
  await batch.getByRole('button', { name: /^Create file for/ }).click()
  const text = await readFile(await (await coming).path(), 'utf8')
  expect(text).toMatch(/^\uFEFF"Refunds for .+, 1 row, nothing left out/)
  expect(text).toContain('20.00,EUR,')
  await expect(batch.getByText('No approved refunds to export. They appear here once approved.')).toBeVisible()

  await finance.getByRole('button', { name: /^Approved/ }).click()
  await expect(panel.getByText('in a file')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Undo decision' })).toHaveCount(0)
  await panel.getByLabel('Provider’s reference').fill('RF-2077')
  await panel.getByRole('button', { name: 'Mark done' }).click()
  await expect(panel.getByText('reference RF-2077')).toBeVisible()

  await agent.goto(`/buyers/${buyer}`)
  await expect(agent.getByRole('link', { name: 'Refund made at the provider' })).toBeVisible()
  await agent.goto('/')
  await expect(agent.getByRole('region', { name: 'Waiting for you' })).toContainText('Refund of 20.00 EUR was made')
})

test('the oldest request is selected with its story, one key approves, two refuse, and Undo puts it back', async ({
  signedInAs,
}) => {
  const agent = await signedInAs('agent')
  for (const amount of ['5.00', '6.00', '7.00']) await request(agent, amount)
  const page = await signedInAs('finance')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/refunds')
  const panel = page.getByRole('region', { name: 'Refund request' })
  const heading = (amount: string) => panel.getByRole('heading', { name: `Refund of ${amount} EUR` })
  await expect(rows(page)).toContainText(['5.00', '6.00', '7.00'])
  await expect(rows(page).first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await expect(heading('5.00')).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
  await expect(panel.getByText(/^There are 2 equal charges on this day\. This is the (1st|2nd, 40 seconds after)/)).toBeVisible()
  await expect(panel.getByText('This buyer has 2 other requests in 90 days')).toContainText(
    'The same charge was requested before.',
  )
  await expect(rows(page).first()).toContainText('received twice')
  await expect(page.getByText('3 to decide')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Requests', exact: true })).toContainText('18.00 EUR')
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const box = await panel.getByRole('button', { name: 'Approve 5.00 EUR' }).boundingBox()
    expect(box && box.y + box.height).toBeLessThan(height)
  }
  const body = await page.locator('main').textContent()
  expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)

  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Age')).toHaveAttribute('aria-sort', 'descending')
  await head('Amount').getByRole('button').press('Enter')
  await expect(head('Amount')).toHaveAttribute('aria-sort', 'descending')
  await expect(rows(page)).toContainText(['7.00', '6.00', '5.00'])
  await page.getByLabel('Find in refunds').fill('6.00')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/sort=-amount&find=6\.00/)
  await page.reload()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export to decide, text “6.00”' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^northwind_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d_refunds\.csv$/)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(rows(page)).toHaveCount(3)
  await head('Age').getByRole('button').click()
  await expect(heading('5.00')).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(async () => {
    for (const key of ['k', 'k', 'j']) await page.keyboard.press(key) // the page may still be coming
    await expect(heading('6.00')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('k')
  await expect(heading('5.00')).toBeVisible()
  await page.keyboard.press('a')
  await expect(heading('6.00')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  const toast = page.getByRole('region', { name: 'Decision' })
  await expect(toast).toContainText('Approved 5.00 EUR.')
  await expect(panel.getByText(/Batch for .+ 5\.00 → 11\.00 EUR/)).toBeVisible()
  await page.keyboard.press('r')
  await expect(panel.getByRole('button', { name: 'Not eligible' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Enter')
  await expect(heading('7.00')).toBeVisible()
  await expect(toast).toContainText('Refused 6.00 EUR.')

  await panel.getByRole('button', { name: 'Other' }).click()
  await page.keyboard.type('arka')
  await expect(panel.getByLabel('Reason', { exact: true })).toHaveValue('arka')
  await expect(heading('7.00')).toBeVisible()
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(heading('6.00')).toBeVisible()
  await expect(panel.getByText('Refund decision undone, back in the queue by you')).toBeVisible()
  await expect(rows(page)).toContainText(['6.00', '7.00'])

  await page.getByRole('button', { name: /^Approved/ }).click()
  await panel.getByRole('button', { name: 'Undo decision' }).click()
  await page.getByRole('button', { name: /^To decide/ }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('more than what is left is not asked for, in a sentence on the field', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await (await request(page, '40.00')).getByRole('button', { name: 'Close' }).last().click()
  const dialog = await openRequest(page)
  await expect(dialog.getByLabel('Amount, EUR')).toHaveValue('2.84')
  await dialog.getByLabel('Amount, EUR').fill('2.85')
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByText('You can refund up to 2.84 EUR of this charge')).toBeVisible()
  await dialog.getByLabel('Amount, EUR').fill('2.8.4')
  await expect(dialog.getByText(/Enter an amount in EUR above zero/)).toBeVisible()

  await dialog.getByLabel('Amount, EUR').fill('2.84')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Refund requested' })).toBeVisible()
  await page.goto(`/buyers/${buyer}`)
  await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  await expect(dialog.getByText('The full amount has already been requested.')).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('region', { name: 'Requests of this charge' }).getByRole('link')).toHaveCount(2)
})

test('of two who decide at once the second is told who was first, and nothing is decided twice', async ({ signedInAs }) => {
  await request(await signedInAs('agent'), '11.00')
  const [finance, manager, other] = [await signedInAs('finance'), await signedInAs('manager'), await signedInAs('finance')]
  await manager.route(/\/api\/desk\/waiting/, (route) => route.abort()) // a page that has heard of nothing yet
  const [first, second] = [await openAtDashboard(finance, '11.00'), await openAtDashboard(manager, '11.00')]
  const third = await openAtDashboard(other, '11.00') // the first person's second tab
  await first.getByRole('button', { name: 'Refuse' }).click()
  await first.getByRole('button', { name: 'Already refunded' }).click()
  await first.getByRole('button', { name: 'Refuse' }).click()
  await expect(finance.getByText('No refunds to decide')).toBeVisible()
  await second.getByRole('button', { name: 'Approve' }).click()
  const late = 'has just refused it. Your change wasn’t saved. Look at the refund again.'
  await expect(second.getByRole('alert')).toContainText(late)
  for (const page of [second, third]) {
    await expect(page.getByText('Refund refused')).toBeVisible({ timeout: 15_000 }) // the third without a press
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  }
})

test('nobody decides on their own request, and who may not decide is told why', async ({ signedInAs }) => {
  const manager = await signedInAs('manager')
  await request(manager, '12.00')
  const own = await openAtDashboard(manager, '12.00')
  const why = 'You requested this refund, so somebody else must decide.'
  await expect(own.getByText(why).last()).toBeVisible()
  for (const name of ['Approve 12.00 EUR', 'Refuse'])
    await expect(own.getByRole('button', { name })).toHaveAccessibleDescription(why)
  await manager.keyboard.press('a')
  await manager.reload()
  await expect(own.getByRole('button', { name: 'Approve 12.00 EUR' })).toHaveAttribute('aria-disabled', 'true')
  const agent = await signedInAs('agent')
  await expect((await openAtDashboard(agent, '12.00')).getByText('Deciding needs the finance role.').last()).toBeVisible()
})

test('a refund the provider could not do waits again, with its reason', async ({ signedInAs }) => {
  await request(await signedInAs('agent'), '13.00')
  const finance = await signedInAs('finance')
  const panel = await openAtDashboard(finance, '13.00')
  await panel.getByRole('button', { name: 'Goodwill' }).click()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await finance.getByRole('button', { name: /^Approved/ }).click()
  await panel.getByRole('button', { name: 'Failed' }).click()
  await panel.getByLabel('Reason').fill('The card is closed')
  await panel.getByRole('button', { name: 'Mark failed' }).click()
  await expect(panel.getByText('The card is closed', { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve' })).toBeVisible()
})

test('axe finds nothing on a refund being asked for and decided', async ({ signedInAs }) => {
  test.slow() // axe looks many times
  const agent = await signedInAs('agent')
  await openRequest(agent)
  await axeFindsNothing(agent)
  await request(agent, '14.00')
  await axeFindsNothing(agent)
  const finance = await signedInAs('finance')
  await openAtDashboard(finance, '14.00')
  await axeFindsNothing(finance)
  await finance.setViewportSize({ width: 390, height: 844 })
  await axeFindsNothing(finance)
  expect(await finance.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
