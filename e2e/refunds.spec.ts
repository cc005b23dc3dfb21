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

/** The newest request at the desk, opened. */
async function openAtDashboard(page: Page, amount: string) {
  await page.goto('/refunds')
  await page.getByRole('listitem').filter({ hasText: amount }).getByRole('button').click()
  const panel = page.getByRole('region', { name: 'Refund request' })
  await expect(panel.getByText('Settled').or(panel.getByText('settled')).first()).toBeVisible()
  return panel
}

test('a refund goes from the charge to finance, into a file, and is done with the provider’s reference', async ({
  signedInAs,
}) => {
  const agent = await signedInAs('agent')
  const dialog = await request(agent, '20')
  await expect(dialog.getByRole('region', { name: 'What to tell the customer' })).toContainText('Erstattung von 20,00 EUR')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(agent.getByRole('link', { name: 'Refund requested' })).toBeVisible()

  const finance = await signedInAs('finance')
  const panel = await openAtDashboard(finance, '20.00')
  await expect(panel.getByText('42.84 EUR received, nothing requested yet, 22.84 EUR left after this request')).toBeVisible()
  await expect(panel.getByText('This order received money 2 times')).toBeVisible()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(panel.getByText('Enter a reason')).toBeVisible()
  await panel.getByRole('button', { name: 'Request is valid' }).click()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(panel.getByLabel('Provider’s reference')).toBeVisible()

  await finance.getByRole('button', { name: 'Batch file' }).click()
  const batches = finance.getByRole('dialog', { name: 'Batch file' })
  const coming = finance.waitForEvent('download')
  await batches.getByRole('button', { name: /^Create file for/ }).click()
  const text = await readFile(await (await coming).path(), 'utf8')
  expect(text).toMatch(/^\uFEFF"Refunds for .+, 1 rows, nothing left out/)
  expect(text).toContain('20.00,EUR,')
  await expect(batches.getByText('No approved refunds to export. They appear here once approved.')).toBeVisible()
  await batches.getByRole('button', { name: 'Close' }).last().click()

  await expect(panel.getByText('in a file')).toBeVisible()
  await panel.getByLabel('Provider’s reference').fill('RF-2077')
  await panel.getByRole('button', { name: 'Mark done' }).click()
  await expect(panel.getByText('reference RF-2077')).toBeVisible()

  await agent.goto(`/buyers/${buyer}`)
  await expect(agent.getByRole('link', { name: 'Refund made at the provider' })).toBeVisible()
  await agent.goto('/')
  await expect(agent.getByRole('region', { name: 'Waiting for you' })).toContainText('Refund of 20.00 EUR was made')
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
})

test('of two people who decide at once the second is told who was first, and nothing is decided twice', async ({
  signedInAs,
}) => {
  const agent = await signedInAs('agent')
  await request(agent, '11.00')
  const [finance, manager] = [await signedInAs('finance'), await signedInAs('manager')]
  const [first, second] = [await openAtDashboard(finance, '11.00'), await openAtDashboard(manager, '11.00')]
  await first.getByRole('button', { name: 'Not eligible' }).click()
  await second.getByRole('button', { name: 'Request is valid' }).click()
  await first.getByRole('button', { name: 'Refuse' }).click()
  await expect(first.getByText('Refund refused')).toBeVisible()
  await second.getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByRole('alert')).toContainText(
    'has just refused it. Your change wasn’t saved. Reload to see the current state.',
  )
  await expect(second.getByText('Refund refused')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('nobody decides on their own request, and who may not decide is told why', async ({ signedInAs }) => {
  const manager = await signedInAs('manager')
  await request(manager, '12.00')
  const own = await openAtDashboard(manager, '12.00')
  await expect(own.getByText('You requested this refund, so somebody else must decide.')).toBeVisible()
  const agent = await signedInAs('agent')
  await expect((await openAtDashboard(agent, '12.00')).getByText('Deciding needs the finance role.')).toBeVisible()
})

test('a refund the provider could not do waits again, with its reason', async ({ signedInAs }) => {
  await request(await signedInAs('agent'), '13.00')
  const panel = await openAtDashboard(await signedInAs('finance'), '13.00')
  await panel.getByRole('button', { name: 'Goodwill' }).click()
  await panel.getByRole('button', { name: 'Approve' }).click()
  await panel.getByRole('button', { name: 'Failed' }).click()
  await panel.getByLabel('Reason').fill('The card is closed')
  await panel.getByRole('button', { name: 'Mark failed' }).click()
  await expect(panel.getByText('The card is closed')).toBeVisible()
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
