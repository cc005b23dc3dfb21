import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

/** Subscriptions of buyers of their own, whose autocharge nothing else waits on. */
const rows = [
  [ids.cascade.activeSubscription, ids.cascade.buyer],
  [ids.settledTwice.subscription, ids.settledTwice.buyer],
  [ids.longHistory.subscription, ids.longHistory.buyer],
  [ids.threeTokens.subscription, ids.threeTokens.buyer],
  [ids.yen.subscription, ids.yen.buyer],
  [ids.dinar.subscription, ids.dinar.buyer],
  [ids.arabicName.subscription, ids.arabicName.buyer],
  [ids.emojiName.subscription, ids.emojiName.buyer],
] as const
const nobodys = 'aaaaaaaa-0000-4000-8000-000000000001'
const table = ['subscriptionId,buyerId', ...rows.map((row) => row.join(',')), `${rows[0].join(',')}`, nobodys].join('\n')

type Answer = {
  id: string
  version: number
  rows: number
  state: string
  preview: { counts: Record<string, number>; planHash: string } | null
  run: { counts: Record<string, number> } | null
}

/** The incident on screen, as the dashboard has it. */
async function onScreen(page: Page): Promise<Answer> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await page.request.get(`/api/desk/incidents/${id}`)).json()
}

/** Plans to turn off autocharge for the rows, and previews that. */
async function planned(page: Page, reason: string): Promise<Answer> {
  await page.goto('/incidents/new')
  await expect(async () => {
    await page.getByLabel('Subscription ids').fill(table) // a page that isn't awake yet reads nothing
    await expect(page.getByText('10 ids read, 1 of them twice. 9 subscriptions.')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByLabel('Reason').fill(reason)
  await page.getByLabel('Rate').selectOption('1')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/^\d+ of 10 will change/)).toBeVisible()
  return onScreen(page)
}

/** Opens the buyer of each of the three rows; the dashboard keeps that, so a reload in between forgets nothing. */
async function openedEach(page: Page, rows: Locator): Promise<void> {
  for (const left of [2, 1, 0]) {
    const opened = page.context().waitForEvent('page')
    const kept = page.waitForResponse((response) => response.url().endsWith('/look'))
    const first = rows.getByRole('link', { name: /^Open buyer/ }).first()
    await first.click()
    await (await opened).close()
    await kept
    if (left === 1) await page.reload()
    await expect(rows.getByRole('link', { name: /^Open buyer/ })).toHaveCount(left)
  }
}

/** Has the incident on screen approved by somebody else, from the tab of Approvals. */
async function approved(planner: Page, second: Page, reason: string): Promise<void> {
  await planner.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(planner.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true')
  await second.goto('/approvals?tab=incidents')
  await second.getByRole('listitem').filter({ hasText: reason }).getByRole('link').click()
  await openedEach(second, second.getByRole('region', { name: 'Rows to open' }))
  await second.getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByRole('button', { name: 'Start the pilot' })).toBeVisible()
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)

test('an incident is planned, approved by a second person, tried on three rows, looked at, run with a pause, and undone', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(240_000)
  const planner = await signedInAs('manager')
  const second = await signedInAs('admin')
  const plan = await planned(planner, 'Charged twice, our fault')
  const will = plan.preview?.counts['will-change'] ?? 0
  expect(sum(plan.preview?.counts ?? {})).toBe(10)
  expect(plan.preview?.counts).toMatchObject({ twice: 1, 'not-found': 1 })
  expect(will).toBeGreaterThan(3)
  await planner.getByRole('button', { name: 'Show not found' }).click()
  await expect(planner.getByRole('table', { name: 'Not found' }).getByRole('row')).toHaveCount(2)
  await expect(planner.getByRole('table', { name: 'Not found' })).toContainText('aaaaaaaa…0001')
  await axeFindsNothing(planner)

  await approved(planner, second, 'Charged twice, our fault')
  const own = await onScreen(planner)
  const refused = await planner.request.post(`/api/desk/incidents/${own.id}/decide`, {
    headers: { 'x-action-id': crypto.randomUUID(), 'x-version': String(own.version), origin: new URL(planner.url()).origin },
    data: { decision: 'approve', planHash: own.preview?.planHash },
  })
  expect(refused.ok()).toBe(false)
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(0)

  await planner.getByRole('button', { name: 'Start the pilot' }).click()
  const pilot = planner.getByRole('region', { name: 'Pilot of 3' })
  await expect(pilot.getByRole('paragraph').filter({ hasText: 'Open each row first' })).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(3)
  await axeFindsNothing(planner)
  await openedEach(planner, pilot)
  await expect(pilot.getByRole('paragraph').filter({ hasText: /Look at them for \d+ s more/ })).toBeVisible()
  await expect(pilot.getByRole('button', { name: 'Continue' })).not.toHaveAttribute('aria-disabled', 'true', { timeout: 75_000 })
  await pilot.getByRole('button', { name: 'Continue' }).click()

  await expect(planner.getByRole('button', { name: 'Pause' })).toBeVisible()
  await planner.keyboard.press('p')
  await expect(planner.getByRole('main').getByRole('alert')).toContainText('Paused by Marta Weiss')
  await axeFindsNothing(planner)
  await planner.getByRole('button', { name: 'Resume' }).click()
  const dialog = planner.getByRole('dialog', { name: 'Resume the run' })
  await dialog.getByLabel('Reason').fill('The buyer was called')
  await dialog.getByRole('button', { name: 'Resume' }).click()
  await expect(planner.getByRole('link', { name: 'Results CSV' })).toBeVisible({ timeout: 40_000 })
  await expect(planner.getByText(/adds up to what was given/)).toBeVisible()
  const ended = await onScreen(planner)
  expect(sum(ended.run?.counts ?? {})).toBe(10)
  expect(ended.run?.counts.done).toBe(will)
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(will)
  await expect(planner.getByRole('region', { name: 'What to tell the customers' }).getByRole('listitem').first()).toBeVisible()
  await axeFindsNothing(planner)

  await planner.getByRole('button', { name: 'Plan the undo' }).click()
  await expect(planner.getByRole('heading', { name: 'Undo: turn off autocharge', level: 1 })).toBeVisible()
  await planner.getByRole('button', { name: 'Preview' }).click()
  await expect(planner.getByText(new RegExp(`^${will} of \\d+ will change`))).toBeVisible({ timeout: 30_000 })
})

test('a run whose pilot is refused pauses by itself, is stopped by who may, and its refused rows are planned again', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(120_000)
  const planner = await signedInAs('manager')
  const second = await signedInAs('admin')
  await planned(planner, 'A run that is refused')
  await approved(planner, second, 'A run that is refused')
  await standin.fault('changeAutochargeStatus', 'refused', { times: 10 })
  await planner.getByRole('button', { name: 'Start the pilot' }).click()
  await expect(planner.getByText('Paused automatically, because a limit was reached', { exact: true })).toBeVisible()
  await expect(planner.getByRole('img', { name: /^3 refused, \d+ waiting$/ })).toBeVisible()
  const agent = await signedInAs('agent')
  await agent.goto(planner.url())
  await expect(agent.getByRole('button', { name: 'Stop' })).toHaveAttribute('aria-disabled', 'true')
  await planner.getByRole('button', { name: 'Stop' }).click()
  const dialog = planner.getByRole('dialog', { name: 'Stop the run' })
  await axeFindsNothing(planner)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(planner.getByRole('link', { name: 'Results CSV' })).toBeVisible()
  await planner.getByRole('button', { name: 'Fix and resubmit' }).click()
  const again = planner.getByRole('dialog', { name: 'Fix and resubmit' })
  await again.getByRole('button', { name: /^Plan \d rows? again$/ }).click()
  await expect(planner.getByText(/^\d subscriptions? given$/)).toBeVisible()
})

test('an incident is reached by keys and from More, planned from the rows of a list, and read on a phone by an agent', async ({
  signedInAs,
}) => {
  const agent = await signedInAs('agent')
  await agent.goto('/lists')
  await expect(async () => {
    await agent.keyboard.press('g') // a page that isn't awake yet hears no key
    await agent.keyboard.press('i')
    await expect(agent.getByRole('heading', { name: 'Incidents', level: 1 })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(agent.getByRole('button', { name: 'Plan an incident' })).toHaveAttribute('aria-disabled', 'true')
  for (const width of [1_024, 390]) {
    await agent.setViewportSize({ width, height: 844 })
    await agent.getByRole('button', { name: 'More pages' }).click()
    await expect(agent.getByRole('list', { name: 'More pages' }).getByRole('link')).toHaveText([
      'Prices',
      'New order',
      'Incidents',
      /^Settings/,
    ])
    await axeFindsNothing(agent)
    expect(await agent.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await agent.keyboard.press('Escape')
  }

  const manager = await signedInAs('manager')
  await manager.goto(`/buyers/${ids.ended.buyer}`)
  await expect(manager.getByRole('heading', { name: 'Charge history' })).toBeVisible()
  await expect(async () => {
    await manager.goto('/lists/blocked') // what was read is found a moment later
    await expect(manager.locator('[data-list-row]').first()).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await manager.locator('[data-list-row]').first().focus()
  await expect(async () => {
    await manager.keyboard.press('x')
    await expect(manager.getByText('1 marked')).toBeVisible({ timeout: 500 })
  }).toPass()
  await manager.getByRole('button', { name: 'Plan an incident' }).click()
  await expect(manager.getByLabel('List or view')).toHaveValue('marked')
  await manager.getByLabel('Reason').fill('Blocked by mistake')
  await manager.getByRole('button', { name: 'Preview' }).click()
  await expect(manager.getByText(/^\d of 1 will change/)).toBeVisible()
})
