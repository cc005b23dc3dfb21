import { operations } from '@/lib/operations'
import { ids } from '@/standin/seed/stories'
import { addRule, commandsToApprove } from './approval-commands'
import { axeFindsNothing } from './axe'
import { byMenu, inDays } from './command-promises'
import { expect, test } from './fixtures'

test('every command is among those that are asked for here', () => {
  const asked = Object.values(commandsToApprove).map(({ operation }) => operation)
  const all = Object.values(operations).flatMap(({ kind, name }) => (kind === 'command' ? [name] : []))
  expect([...new Set(asked)].sort()).toEqual(all.sort())
})

for (const [name, command] of Object.entries(commandsToApprove)) {
  test(`${name} waits for a manager where a rule says so, is granted once and sent once`, async ({ signedInAs, standin }) => {
    await addRule(await signedInAs('admin'), command)
    const agent = await signedInAs('agent')
    const form = await command.fill(agent)
    await form.getByRole('button', { name: 'Request approval' }).click()
    await expect(form.getByRole('status').filter({ hasText: 'Approval requested' })).toBeVisible()
    expect(await standin.requests(command.operation)).toEqual([])

    const manager = await signedInAs('manager')
    await manager.goto('/')
    const approve = manager.getByRole('button', { name: 'Approve and send' })
    await expect(async () => {
      await manager.getByRole('button', { name: new RegExp(command.asked ?? command.verb) }).click({ timeout: 2_000 }) // lost on a page that isn't awake yet
      await expect(approve).toBeVisible({ timeout: 3_000 })
    }).toPass()
    await approve.click()
    await expect(manager.getByRole('dialog').getByRole('status').filter({ hasText: 'Done' })).toBeVisible()
    const sent = await standin.requests(command.operation)
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([expect.objectContaining(command.sent)])
    expect(sent[0]?.headers).toMatchObject(command.headers ?? {})
  })
}

test('a request reaches a manager by the bell, is decided at Approvals by key, and the asker’s dialog follows by itself', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(120_000)
  const command = commandsToApprove['a later end date']
  if (!command) throw new Error('There is no such command')
  await addRule(await signedInAs('admin'), command)
  const manager = await signedInAs('manager')
  await manager.goto('/prices')
  await expect(manager.getByRole('button', { name: 'For you: nothing waits' })).toBeVisible()
  const agent = await signedInAs('agent')
  const form = await command.fill(agent)
  await form.getByRole('button', { name: 'Request approval' }).click()
  await expect(form.getByRole('status').filter({ hasText: 'Approval requested' })).toBeVisible()

  const bell = manager.getByRole('button', { name: 'For you: 1 approval to decide' })
  await expect(bell).toBeVisible({ timeout: 30_000 })
  await bell.click()
  await expect(manager.getByRole('list', { name: 'For you' })).toContainText(/expires in \d+ min/)
  await manager.keyboard.press('Escape')
  await expect(manager.getByRole('list', { name: 'For you' })).toBeHidden()
  await expect(bell).toBeFocused()
  await bell.click()
  await manager.getByRole('link', { name: /^approval to decide/i }).click()
  await expect(manager).toHaveURL('/approvals')
  const row = manager.getByRole('table', { name: 'Open requests' }).getByRole('rowgroup').last().getByRole('row')
  await expect(row).toContainText([/Change end date.*@.*Alma Reyes.*expires in/])
  const panel = manager.getByRole('region', { name: 'Approval request' })
  await expect(panel).toContainText('Last paid')
  await expect(panel.getByRole('button', { name: 'Approve and send' })).toBeVisible()
  expect(await manager.locator('main').textContent()).not.toMatch(/[0-9a-f]{8}(-|…)[0-9a-f]{4}/)
  await axeFindsNothing(manager)
  await manager.setViewportSize({ width: 390, height: 844 })
  expect(await manager.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await axeFindsNothing(manager)
  await panel.getByLabel('Note').fill('arkaj')
  expect(await standin.requests(command.operation)).toEqual([])
  // Somebody turns autocharge off meanwhile.
  const { buyer, subscription } = ids.yen
  await agent.evaluate(
    ([path, body]) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-merchant': 'northwind', 'x-action-id': crypto.randomUUID() },
        body,
      }),
    [
      `/api/v2/buyers/${buyer}/subscriptions/${subscription}/change_autocharge_status`,
      JSON.stringify({ autochargeStatus: false, reason: 'Asked' }),
    ] as const,
  )
  await row.getByRole('button').focus()
  await manager.keyboard.press('a')
  await expect(panel.getByRole('alert')).toContainText('Something changed since Alma Reyes asked. Nothing was sent.')
  await expect(panel.getByRole('table', { name: 'What changed since it was requested' })).toContainText('Autocharge')
  await axeFindsNothing(manager)
  expect(await standin.requests(command.operation)).toEqual([])
  await panel.getByRole('button', { name: 'Approve the change' }).click()
  await row.getByRole('button').focus()
  await manager.keyboard.press('a')
  await expect(panel.getByRole('status').filter({ hasText: 'Done' })).toBeVisible()
  expect(await standin.requests(command.operation)).toHaveLength(1)
  await expect(form.getByRole('status').filter({ hasText: 'End date set to' })).toBeVisible({ timeout: 30_000 })

  // What comes next arrives while the decided one is still open, and J goes there.
  const another = await byMenu('Change end date', ids.yen.buyer)(agent)
  await another.getByLabel('New end date').fill(inDays(220))
  await another.getByLabel('Reason').fill('Goodwill, once more')
  await another.getByRole('button', { name: 'Request approval' }).click()
  await expect(row).toContainText([/Change end date/], { timeout: 30_000 })
  await manager.keyboard.press('j')
  await expect(panel).toContainText('Goodwill, once more')
  await expect(panel.getByRole('button', { name: 'Approve and send' })).toBeVisible()
  await manager.goto('/approvals')
  await expect(manager.getByRole('region', { name: 'Decided or expired' })).toContainText('approved by Marta Weiss')
})

test('an admin is offered the conditions that can hold for a command', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  await page.goto('/settings/approvals')
  const card = page.getByRole('region', { name: /approval/i })
  const offered = async (verb: string) => {
    await card.getByLabel('Command').selectOption({ label: verb })
    return card.getByLabel('Needs a manager when').getByRole('option').allTextContents()
  }
  expect(await offered('Create buyer')).toEqual(['always'])
  expect(await offered('Create payment link')).toEqual(['always', 'a discount above this percentage'])
  expect(await offered('Change end date')).toEqual(['always', 'a new end date more than this many days away'])
})
