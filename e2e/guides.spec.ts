import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const { buyer } = ids.threeTokens

const rail = (page: Page) => page.getByRole('complementary', { name: /^Guided steps/ })
const reply = (page: Page) => rail(page).getByRole('region', { name: 'Reply' })

test('a cancellation is worked through by keyboard: nothing fires by itself, and the reply says what is so', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}?ticket=T-4711`)
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible() // it comes once the page is awake; a key before that is lost
  await page.getByRole('button', { name: 'Start guided steps: To cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Turn off autocharge\?/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: 'Yes, turn it off' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Do it all and copy the reply' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Open “Turn off autocharge”' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Turn off autocharge' })
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Requested by buyer')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await standin.requests('changeAutochargeStatus')).toEqual([])

  await page.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await page.getByRole('radio', { name: 'They’re keeping the subscription' }).press('Space')
  await page.keyboard.press('Enter')
  await expect(reply(page)).toContainText(/hasn’t changed/)
  await expect(reply(page)).not.toContainText(/won’t renew/)
  expect(await standin.requests('changeAutochargeStatus')).toEqual([])
})

test('a ticket goes on after a reload, with what the facts say by then, in the customer’s language', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.cascade.buyer}?guide=new`)
  await page.getByRole('button', { name: 'Start: Cancellation' }).click()
  await page
    .getByRole('radio', { name: /autocharge off/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Autocharge is already off. Is that all the customer needs?' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Nothing to do. Autocharge is already off.')).toBeVisible()
  await expect(rail(page).getByLabel('Language of the reply')).toHaveValue('pt')
  await expect(reply(page)).toContainText(/não será renovada automaticamente/)
  await rail(page).getByLabel('Language of the reply').selectOption('de')
  await expect(reply(page)).toContainText(/verlängert sich nicht mehr automatisch/)
  await page.getByRole('button', { name: 'Finish with this reply' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Guided steps finished' })).toBeVisible()
  await page.getByRole('button', { name: 'All guided steps' }).click()
  await expect(page.getByRole('list', { name: 'This buyer’s tickets' })).toContainText('ended')
})

test('a refund ticket opens the request filled in, and tells what became of it', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.settledTwice.buyer}?guide=new&ticket=T-9`)
  await page.getByRole('button', { name: 'Start: Refund' }).click()
  await page.getByRole('radio', { name: /^1st, .*42\.84 EUR/ }).check()
  await page.getByRole('button', { name: 'Continue with the 1st' }).click()
  await expect(page.getByText('received twice')).toBeVisible()
  await page.getByRole('radio', { name: 'Another amount' }).check()
  await page.getByLabel('Amount, EUR').fill('20')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'Bought by mistake' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: 'Yes, leave it on' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Open “Request refund”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await expect(dialog.getByLabel('Amount, EUR')).toHaveValue('20.00')
  await expect(dialog.getByLabel('Reason')).toHaveValue('Bought by mistake')
  await expect(dialog.getByLabel('Ticket')).toHaveValue('T-9')
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('heading', { name: 'Refund requested' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rail(page).getByText(/Nothing to do\. Refund requested at/)).toBeVisible()
  await expect(rail(page).getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await expect(reply(page)).toContainText(/20,00 EUR/)
})

test('a cancellation of an expired subscription says that there is nothing to cancel, and leads on', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${ids.ended.buyer}?guide=new`)
  await page.getByRole('button', { name: 'Start: Cancellation' }).click()
  await page
    .getByRole('radio', { name: /expired/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: /expired on .* nothing to cancel/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'They want it back' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await rail(page).getByLabel('Language of the reply').selectOption('en')
  await expect(reply(page)).toContainText(/has already ended/)
})

test('a ticket is handed to a colleague, who goes on where it stands', async ({ signedInAs }) => {
  const agent = await signedInAs('agent')
  await agent.goto(`/buyers/${buyer}?guide=new`)
  await agent.getByRole('button', { name: 'Start: Unrecognised charge' }).click()
  await agent.getByRole('radio').first().check()
  await agent.getByRole('button', { name: 'Continue' }).click()
  await expect(
    agent.getByRole('heading', { name: 'Tell the customer what the charge is for. Do they recognise it?' }),
  ).toBeVisible()
  const manager = await signedInAs('manager')
  await manager.goto(agent.url())
  await expect(manager.getByText(/is working on this ticket/)).toBeVisible()
  await manager.getByRole('button', { name: 'Take over' }).click()
  await manager.getByRole('radio', { name: 'Yes, they recognise it' }).check()
  await manager.getByRole('button', { name: 'Continue' }).click()
  await expect(rail(manager).getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await manager.getByRole('button', { name: 'More for these steps' }).click()
  await manager.getByRole('button', { name: 'Hand over to a colleague' }).click()
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
  await page.getByRole('button', { name: 'Start: Refund' }).click()
  await page.getByRole('radio').first().check()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('radio', { name: 'Unwanted renewal' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('radio', { name: 'No, turn it off' }).check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(rail(page).getByText('Finance decides')).toBeVisible()
  await axeFindsNothing(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await axeFindsNothing(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
