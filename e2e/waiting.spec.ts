import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { byButton } from './command-promises'
import { expect, test } from './fixtures'

const { buyer } = ids.yen

const rows = (page: Page) => page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')

async function atFind(page: Page): Promise<Page> {
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  return page
}

async function beginSteps(page: Page): Promise<void> {
  await page.goto(`/buyers/${buyer}?guide=new&ticket=T-4711`)
  await page.getByRole('button', { name: 'Start: Refund' }).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: /^Continue/ }).click()
  await expect(page.getByRole('radio', { name: 'All of it 8,140 JPY' })).toBeVisible()
}

async function requestRefund(page: Page): Promise<void> {
  await page.goto(`/buyers/${ids.settledTwice.buyer}`)
  await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await dialog.getByLabel('Amount, EUR').fill('20')
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByLabel('Ticket').fill('T-4711')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Refund requested' })).toBeVisible()
}

async function loseAnAnswer(page: Page): Promise<void> {
  const dialog = await byButton('Disable token', buyer)(page)
  await dialog.getByRole('button', { name: 'Disable token' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We do not know whether this was applied')
}

test('what waits stands below the box by role, what is unconfirmed on top, each with the way to it', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(90_000)
  const agent = await signedInAs('agent')
  await beginSteps(agent)
  await requestRefund(agent)
  await standin.fault('disableToken', 'reset', { applied: true })
  await loseAnAnswer(agent)

  await atFind(agent)
  await expect(rows(agent)).toHaveCount(2)
  await expect(rows(agent).first()).toContainText('Disable token is unconfirmed')
  await expect(rows(agent).nth(1)).toContainText('Refund steps aren’t finished')
  await expect(rows(agent).nth(1)).toContainText('T-4711')
  await expect(rows(agent).nth(1)).not.toContainText(buyer.slice(0, 8))
  await rows(agent)
    .nth(1)
    .getByRole('link', { name: /^Continue/ })
    .click()
  await expect(agent.getByRole('radio', { name: 'All of it 8,140 JPY' })).toBeVisible()

  const manager = await atFind(await signedInAs('manager'))
  await expect(rows(manager).first()).toContainText(/Disable token is unconfirmed.*sent by Alma Reyes, no answer came/)
  await expect(rows(manager).filter({ hasText: '1 refund to decide' })).toContainText('20.00 EUR · o•••e@e••••••.test')
  await manager.setViewportSize({ width: 390, height: 844 })
  expect(await manager.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await axeFindsNothing(manager)

  const finance = await atFind(await signedInAs('finance'))
  await expect(rows(finance)).toHaveText([/1 refund to decide/])
  // Other tests have buyers of their own with double payments.
  const double = finance
    .getByRole('region', { name: 'Double payments' })
    .getByRole('listitem')
    .filter({ hasText: 'o•••e@e••••••.test' })
  await expect(async () => {
    await finance.reload() // figures are counted again after ten seconds
    await expect(double).toContainText('refund requested', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(finance.getByText(/^Of \d+ buyers known on Northwind, /)).toBeVisible()
  await finance
    .getByRole('navigation', { name: 'Today in figures' })
    .getByRole('link', { name: /^Double payments ?[1-9]/ })
    .click()
  await expect(
    finance.getByRole('table', { name: 'Double payments' }).getByRole('row').filter({ hasText: 'o•••e@' }),
  ).toHaveCount(1)
  await finance.goBack()
  await expect(finance.getByRole('button', { name: 'For you: 1 refund to decide' })).toBeVisible()
  await rows(finance)
    .getByRole('link', { name: /^Decide on refunds/ })
    .click()
  await expect(finance).toHaveURL('/refunds')
})

test('a decided refund comes back to who requested it; an admin sees what is wrong with the service', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(90_000)
  const agent = await signedInAs('agent')
  await requestRefund(agent)
  const finance = await signedInAs('finance')
  await finance.goto('/refunds')
  await finance.getByRole('row').filter({ hasText: '20.00' }).getByRole('button').click()
  const panel = finance.getByRole('region', { name: 'Refund request' })
  await panel.getByRole('button', { name: 'Approve' }).click()
  await expect(finance.getByText('No refunds to decide')).toBeVisible()
  await atFind(agent)
  await expect(rows(agent)).toHaveText([/Refund of 20\.00 EUR was approved.*requested by you/])
  await agent.getByRole('button', { name: 'For you: 1 answer to your request' }).click()
  await expect(agent.getByRole('link', { name: /^answer to your request/i })).toBeVisible()
  await agent.keyboard.press('Escape')
  await expect(agent.getByRole('button', { name: 'For you: nothing waits' })).toBeFocused()

  await standin.fault('*', 'authFailure', { times: 50 })
  await agent.goto(`/buyers/${ids.nothing.buyer}`)
  await expect(agent.getByText(/refuse/i).first()).toBeVisible()
  const admin = await atFind(await signedInAs('admin'))
  await expect(rows(admin).filter({ hasText: 'The service refuses our keys' })).toContainText('Northwind')
})

test('where nothing waits, a sentence says so', async ({ signedInAs }) => {
  const page = await atFind(await signedInAs('agent'))
  await expect(page.getByRole('main').getByText('Nothing is waiting for you right now.')).toBeVisible()
})
