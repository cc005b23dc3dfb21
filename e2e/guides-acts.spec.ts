import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const { buyer } = ids.settledTwice
const rail = (page: Page) => page.getByRole('complementary', { name: /^Guided steps/ })
const reply = (page: Page) => rail(page).getByRole('region', { name: 'Reply' })
/** The one primary button of the page. */
const primary = (page: Page) => page.locator('button.bg-primary').filter({ visible: true })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** A page of a buyer, and what is done to it, counted: a click, a chord or a typed text is one. */
class Counted {
  count = 0
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.count++
    await target.click()
  }
}

async function opened(page: Page, buyerId: string): Promise<Counted> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/buyers/${buyerId}`)
  await expect(page.getByRole('button', { name: 'Start guided steps: To cancel' })).toBeVisible()
  return new Counted(page)
}

const inRail = (page: Page, name: string | RegExp) => rail(page).getByRole('button', { name })

test('a refund of one of two equal charges takes at most five actions, and the page follows', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const agent = await opened(page, buyer)
  await agent.click(page.getByRole('button', { name: 'Start guided steps: Money back' }))
  const second = rail(page).getByRole('radio', {
    name: /^2nd, .* 40 seconds after the 1st, same card and amount\. Likely the duplicate/,
  })
  await expect(second).toBeChecked()
  const order = page.locator(`[data-order="${ids.settledTwice.order}"]`)
  await expect(order.getByRole('listitem').filter({ hasText: 'Preselected' })).toContainText('2nd charge')
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Copy reply' })).toHaveCount(0)

  await expect(primary(page)).toHaveAccessibleName('Continue with the 2nd')
  await agent.click(inRail(page, 'Continue with the 2nd'))
  await expect(order.getByText('Chosen by you')).toBeVisible()
  await expect(rail(page).getByText('Reply so far')).toBeVisible()
  await expect(primary(page)).toHaveAccessibleName('Continue')
  await agent.click(inRail(page, 'Continue'))
  await expect(rail(page).getByText('Finance decides')).toBeVisible()
  await agent.click(inRail(page, 'Do it all and copy the reply'))
  await expect(rail(page).getByRole('status').filter({ hasText: 'Done: Request refund of 42.84 EUR.' })).toContainText(
    'The reply was copied.',
  )
  expect(agent.count).toBeLessThanOrEqual(5)

  expect(await copied(page)).toMatch(/42,84 EUR.*Northwind Pro 1 month[\s\S]*Erstattung von 42,84 EUR/)
  await expect(order.getByText(/^refund requested at \d\d:\d\d$/)).toHaveCount(1)
  await rail(page).getByRole('button', { name: 'Close the guided steps' }).click()
  await expect(order.locator('[aria-current]')).toHaveCount(0)

  await page.getByRole('button', { name: 'Start guided steps: Money back' }).click()
  await expect(rail(page).getByRole('radio', { name: /^2nd, .* refund requested at \d\d:\d\d$/ })).toBeDisabled()
  await expect(rail(page).getByRole('radio', { checked: true })).toHaveCount(0)
})

test('a cancellation takes three actions with the steps, and three without', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const agent = await opened(page, ids.yen.buyer)
  await agent.click(page.getByRole('button', { name: 'Start guided steps: To cancel' }))
  await agent.click(inRail(page, 'Continue'))
  await expect(rail(page).getByText('The buyer keeps access. Nothing is charged or refunded.')).toBeVisible()
  await agent.click(inRail(page, 'Do it all and copy the reply'))
  await expect(rail(page).getByRole('status').filter({ hasText: 'Done: Turn off autocharge.' })).toContainText(
    'The reply was copied.',
  )
  expect(agent.count).toBe(3)
  expect(await copied(page)).toMatch(/won’t renew automatically/)
  const [sent, ...more] = await standin.requests('changeAutochargeStatus')
  expect([JSON.parse(sent?.body ?? '{}'), more]).toEqual([{ autochargeStatus: false, reason: 'Requested by buyer' }, []])

  const other = await opened(page, ids.dinar.buyer)
  await other.click(page.getByRole('button', { name: 'Turn off autocharge' }).first())
  const dialog = page.getByRole('dialog', { name: 'Turn off autocharge' })
  await other.click(dialog.getByRole('button', { name: 'Turn off autocharge' }))
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  await other.click(dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }))
  expect(other.count).toBe(3)
})

test('a colleague’s mistake is undone in three actions', async ({ signedInAs }) => {
  const manager = await signedInAs('manager')
  await manager.goto(`/buyers/${ids.yen.buyer}`)
  await manager.getByRole('button', { name: 'Turn off autocharge' }).first().click()
  const dialog = manager.getByRole('dialog', { name: 'Turn off autocharge' })
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()

  const page = await signedInAs('agent')
  const agent = await opened(page, ids.yen.buyer)
  const history = page.getByRole('region', { name: 'Charge history' })
  await agent.click(history.getByRole('button', { name: 'Undo Turn off autocharge' }))
  await agent.click(page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Autocharge is on' })).toBeVisible()
  await agent.click(page.getByRole('dialog').getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' }))
  expect(agent.count).toBe(3)
})

/** Money back and autocharge off for the buyer who paid twice, up to the last step. */
async function toLastStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start guided steps: To cancel' }).click()
  await rail(page).getByRole('radio', { name: 'Yes, and they want money back' }).check()
  await inRail(page, 'Continue').click()
  await inRail(page, 'Continue with the 2nd').click()
  await inRail(page, 'Continue').click()
  await expect(rail(page).getByText('Finance decides')).toBeVisible()
  await rail(page).getByLabel('Language of the reply').selectOption('en')
}

test('what isn’t confirmed is said, is not in the reply, and goes on under its own id after a reload', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await opened(page, buyer)
  await standin.fault('changeAutochargeStatus', 'reset', { applied: true })
  await page.getByRole('button', { name: 'Start guided steps: Money back' }).click()
  await rail(page).getByRole('radio', { name: /^1st,/ }).check()
  await inRail(page, 'Continue with the 1st').click()
  await inRail(page, 'Continue').click()
  await rail(page).getByRole('radio', { name: 'Unwanted renewal' }).check()
  await inRail(page, 'Continue').click()
  await expect(rail(page).getByRole('radio', { name: 'No, turn it off' })).toBeChecked()
  await inRail(page, 'Continue').click()
  await expect(rail(page).getByText('Finance decides')).toBeVisible()
  await rail(page).getByLabel('Language of the reply').selectOption('en')
  await expect(reply(page)).toContainText('won’t renew automatically')
  await expect(primary(page)).toHaveAccessibleName('Do it all and copy the reply')
  await inRail(page, 'Do it all and copy the reply').click()

  const notice = rail(page).getByRole('alert').filter({ hasText: 'We do not know whether this was applied' })
  await expect(notice).toContainText('Done: Request refund of 42.84 EUR.')
  await expect(notice).toContainText('Not confirmed: Turn off autocharge.')
  await expect(notice).toContainText('The reply was copied.')
  await expect(reply(page)).toContainText('We’ve requested a refund of 42.84 EUR')
  await expect(reply(page)).not.toContainText('won’t renew')
  expect(await copied(page)).not.toContain('won’t renew')
  await expect(primary(page)).toHaveAccessibleName('Copy reply')

  await page.reload()
  await expect(rail(page).getByText('This isn’t confirmed.')).toBeVisible()
  await expect(inRail(page, 'Do the rest and copy the reply')).toHaveAttribute('aria-disabled', 'true')
  await inRail(page, 'Check “Turn off autocharge”').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: /^Settle as applied/ }).click()
  await expect(dialog.getByText('Settled as applied').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rail(page).getByRole('heading', { name: 'Send the reply' })).toBeVisible()
  await expect(reply(page)).toContainText('won’t renew automatically')
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
  await expect(page.getByText(/^refund requested at/)).toHaveCount(1)
})

test('a refused act stops the rest; the next press sends it as another action, and nothing twice', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await opened(page, buyer)
  await standin.fault('changeAutochargeStatus', 'refused')
  await toLastStep(page)
  await inRail(page, 'Do it all and copy the reply').click()
  await expect(rail(page).getByRole('alert').filter({ hasText: 'Refused' })).toContainText(
    'Not done: Turn off autocharge, Request refund of 42.84 EUR.',
  )
  await page.reload()
  await expect(rail(page).getByText('Not applied. Nothing was changed.')).toBeVisible()
  await inRail(page, 'Do the rest and copy the reply').dblclick()
  await expect(
    rail(page).getByRole('status').filter({ hasText: 'Done: Turn off autocharge, Request refund of 42.84 EUR.' }),
  ).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(2)
  await expect(page.getByText(/^refund requested at/)).toHaveCount(1)
})

test('an act that needs approval is asked for, and the reply says nothing of it', async ({ signedInAs, standin }) => {
  const admin = await signedInAs('admin')
  await admin.goto('/settings/approvals')
  const rules = admin.getByRole('region', { name: /approval/i })
  await rules.getByLabel('Command').selectOption({ label: 'Change autocharge' })
  await rules.getByRole('button', { name: 'Add rule' }).click()
  await expect(rules.getByRole('listitem').filter({ hasText: 'Change autocharge' })).toBeVisible()

  const page = await signedInAs('agent')
  await opened(page, ids.yen.buyer)
  await page.getByRole('button', { name: 'Start guided steps: To cancel' }).click()
  await inRail(page, 'Continue').click()
  await expect(rail(page).getByText('The buyer keeps access. Nothing is charged or refunded.')).toBeVisible()
  await inRail(page, 'Do it all and copy the reply').click()
  await expect(
    rail(page).getByRole('status').filter({ hasText: 'Approval requested, nothing sent yet: Turn off autocharge.' }),
  ).toBeVisible()
  await expect(reply(page)).not.toContainText('won’t renew')
  expect(await standin.requests('changeAutochargeStatus')).toEqual([])
  await page.reload()
  await expect(rail(page).getByText('Approval requested. Nothing has been sent yet.')).toBeVisible()
})

test('a choice with nothing to do stays in sight with its reason, and the others lead on', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await opened(page, ids.nothing.buyer)
  const money = page.getByRole('button', { name: 'Start guided steps: Money back' })
  await expect(money).toHaveAttribute('aria-disabled', 'true')
  await expect(money).toHaveAccessibleDescription('No money was received from this buyer.')
  await page.getByRole('button', { name: 'Something else' }).click()
  await page.getByRole('button', { name: 'All actions' }).click()
  await expect(page.getByRole('combobox', { name: 'Actions and search' })).toBeVisible()
  await page.keyboard.press('Escape')

  await opened(page, ids.cascade.buyer)
  const plan = rail(page).getByRole('radio', { name: /^Northwind Plus 3 months/ })
  await expect(async () => {
    if (await plan.isVisible()) return
    await page.getByRole('button', { name: 'Something else' }).click({ timeout: 2_000 })
    await page.getByRole('button', { name: 'A cheaper plan' }).click({ timeout: 2_000 }) // lost on a page that isn't awake yet
    await expect(plan).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await plan.check()
  await inRail(page, 'Continue').click()
  await expect(rail(page).getByRole('heading', { name: 'Which plan do they want?' })).toBeVisible()
  await rail(page)
    .getByRole('radio', { name: /^Northwind Cloud/ })
    .first()
    .check()
  await inRail(page, 'Continue').click()
  await inRail(page, 'Do it all and copy the reply').click()
  await expect(rail(page).getByRole('status').filter({ hasText: 'Done: Downgrade.' })).toBeVisible()
})
