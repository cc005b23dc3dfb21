import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const { buyer } = ids.threeTokens

test('a cancellation is worked through by keyboard: nothing fires by itself, and the reply says what is so', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}?ticket=T-4711`)
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible() // it comes once the page is awake; a key before that is lost
  await page.getByRole('button', { name: 'Start guided steps: To cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Which subscription?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: /^Turn off autocharge/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Turn off autocharge' })
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await standin.requests('changeAutochargeStatus')).toEqual([])
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible() // that it was opened is recorded by now

  await page.getByRole('radio', { name: 'Yes, it’s off' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'No, just cancel' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Next' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/couldn’t confirm that autocharge is off/)).toBeVisible()
  await expect(page.getByLabel('Reply', { exact: true })).not.toHaveValue(/won’t renew/)
})

test('a ticket goes on after a reload, with what the facts say by then, in the customer’s language', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.cascade.buyer}?guide=new`)
  await page.getByRole('button', { name: 'Start: Cancellation' }).click()
  await page
    .getByRole('radio', { name: /autocharge off/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'Yes, it’s off' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Do they want a refund? For which charge?' })).toBeVisible()
  await page.reload()
  await page.getByRole('radio', { name: 'No, just cancel' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('region', { name: 'Cancellation' }).getByLabel('Language of the reply')).toHaveValue('pt')
  await expect(page.getByLabel('Reply', { exact: true })).toHaveValue(/já não se renova automaticamente/)
  await page.getByRole('region', { name: 'Cancellation' }).getByLabel('Language of the reply').selectOption('de')
  await expect(page.getByLabel('Reply', { exact: true })).toHaveValue(/verlängert sich nicht mehr automatisch/)
  await page.getByRole('button', { name: 'Finish with this reply' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Guided steps finished' })).toBeVisible()
  await page.getByRole('button', { name: 'All guided steps' }).click()
  await expect(page.getByRole('list', { name: 'This buyer’s tickets' })).toContainText('ended')
})

test('a refund ticket opens the request filled in, and tells what became of it', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.settledTwice.buyer}?guide=new&ticket=T-9`)
  await page.getByRole('button', { name: 'Start: Refund' }).click()
  await page
    .getByRole('radio', { name: /42\.84 EUR/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('received 2 times')).toBeVisible()
  await page.getByRole('radio', { name: 'Paid twice' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  const panel = page.getByRole('region', { name: 'Refund' })
  await panel.getByRole('button', { name: 'Request refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await expect(dialog.getByLabel('Reason')).toHaveValue('Paid twice')
  await expect(dialog.getByLabel('Ticket')).toHaveValue('T-9')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await panel.getByRole('radio', { name: 'Yes, requested' }).check()
  await panel.getByRole('button', { name: 'Next' }).click()
  const goesOn = panel.getByRole('radio', { name: 'Yes, leave it on' })
  await expect(goesOn.or(panel.getByLabel('Reply', { exact: true }))).toBeVisible()
  if (await goesOn.isVisible()) {
    await goesOn.check()
    await panel.getByRole('button', { name: 'Next' }).click()
  }
  await expect(panel.getByLabel('Reply', { exact: true })).toHaveValue(/42[.,]84 EUR/)
})

test('a cancellation of an expired subscription says that there is nothing to cancel, and leads on', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.ended.buyer}?guide=new`)
  await page.getByRole('button', { name: 'Start: Cancellation' }).click()
  await page
    .getByRole('radio', { name: /expired/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: /expired on .* nothing to cancel/ })).toBeVisible()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'No, just cancel' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('region', { name: 'Cancellation' }).getByLabel('Language of the reply').selectOption('en')
  await expect(page.getByLabel('Reply', { exact: true })).toHaveValue(/has already ended/)
})

test('a ticket is handed to a colleague, who goes on where it stands', async ({ signedInAs }) => {
  const agent = await signedInAs('agent')
  await agent.goto(`/buyers/${buyer}?guide=new`)
  await agent.getByRole('button', { name: 'Start: Unrecognised charge' }).click()
  await agent.getByRole('radio').first().check()
  await agent.getByRole('button', { name: 'Next' }).click()
  await expect(
    agent.getByRole('heading', { name: 'Tell the customer what the charge is for. Do they recognise it?' }),
  ).toBeVisible()
  const manager = await signedInAs('manager')
  await manager.goto(agent.url())
  await expect(manager.getByText(/is working on this ticket/)).toBeVisible()
  await manager.getByRole('button', { name: 'Take over' }).click()
  await manager.getByRole('radio', { name: 'Yes, they recognise it' }).check()
  await manager.getByRole('button', { name: 'Next' }).click()
  await expect(manager.getByLabel('Reply', { exact: true })).toBeVisible()
  await manager.getByLabel('Colleague', { exact: true }).selectOption({ index: 1 })
  await manager.getByRole('button', { name: 'Hand over' }).click()
  await expect(manager.getByText(/is working on this ticket/)).toBeVisible()
})

test('axe finds nothing on guided steps', async ({ signedInAs }) => {
  test.slow() // axe looks many times
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}?guide=new`)
  await page.getByRole('button', { name: 'Start: Cancellation' }).waitFor()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Start: Cancellation' }).click()
  await page.getByRole('radio').first().check()
  await axeFindsNothing(page)
  await page.getByRole('radio', { name: 'None of these' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('radio', { name: 'No, just cancel' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByLabel('Reply', { exact: true })).toBeVisible()
  await axeFindsNothing(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await axeFindsNothing(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
