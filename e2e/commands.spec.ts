import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const { buyer, subscription, token } = ids.longHistory
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const dialogOf = (page: Page, verb: string) => page.getByRole('dialog', { name: new RegExp(`^${verb}`) })
/** What a dialog says once it is done; the ids' own empty announcements do not count. */
const said = (dialog: Locator) => dialog.getByRole('status').filter({ hasText: /\w/ }).first()
const act = (dialog: Locator, verb: string) => dialog.getByRole('button', { name: verb, exact: true }).click()

async function openOn(page: Page, verb: string, of: string = buyer): Promise<Locator> {
  await page.goto(`/buyers/${of}`)
  await page.getByRole('button', { name: verb, exact: true }).first().click()
  return dialogOf(page, verb)
}

async function openInMenu(page: Page, verb: string): Promise<Locator> {
  await page.goto(`/buyers/${buyer}`)
  await page
    .getByRole('button', { name: /more|actions/i })
    .first()
    .click()
  await page
    .getByRole('menuitem', { name: verb })
    .or(page.getByRole('button', { name: verb, exact: true }))
    .first()
    .click()
  return dialogOf(page, verb)
}

test('an agent turns autocharge off in four steps, and undoes it in two', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Turn off autocharge')
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Asked by the buyer' }).click()
  await act(dialog, 'Turn off autocharge')
  await expect(dialog.getByRole('status').filter({ hasText: /off/i })).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(dialog.getByRole('status').filter({ hasText: 'took an earlier action back' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const [off, on, more] = await standin.requests('changeAutochargeStatus')
  expect(more).toBeUndefined()
  expect(JSON.parse(off?.body ?? '')).toMatchObject({ autochargeStatus: false })
  expect(JSON.parse(on?.body ?? '')).toEqual({ autochargeStatus: true })
})

test('a double click sends once', async ({ signedInAs, standin }) => {
  await standin.fault('changeAutochargeStatus', 'delay', { ms: 400 })
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Turn off autocharge')
  await dialog.getByRole('button', { name: 'Asked by the buyer' }).click()
  await dialog.getByRole('button', { name: 'Turn off autocharge', exact: true }).dblclick()
  await expect(dialog.getByRole('status').filter({ hasText: /off/i })).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
})

test('a refused e-mail stays on its field with the service’s words', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Change e-mail', ids.dinar.buyer) // what is typed is kept, so no other test may type here
  await dialog.getByLabel('E-mail').fill('tainara@example.test')
  await act(dialog, 'Change e-mail')
  await expect(dialog.getByRole('alert').filter({ hasText: 'Refused' })).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toHaveValue('tainara@example.test')
})

test('an e-mail is changed', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Change e-mail')
  await dialog.getByLabel('E-mail').fill('bram.new@example.test')
  await act(dialog, 'Change e-mail')
  await expect(said(dialog)).toBeVisible()
  expect(JSON.parse((await standin.requests('changeBuyerEmail'))[0]?.body ?? '')).toEqual({ email: 'bram.new@example.test' })
})

test('a lost answer is never called a failure, and is settled by looking', async ({ signedInAs, standin }) => {
  await standin.fault('changeAutochargeStatus', 'reset', { applied: true })
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Turn off autocharge', ids.yen.buyer) // it stays unsettled, so no other test may need it
  await dialog.getByRole('button', { name: 'Asked by the buyer' }).click()
  await act(dialog, 'Turn off autocharge')
  await expect(dialog.getByRole('alert').filter({ hasText: 'We do not know whether this was applied' })).toBeVisible()
  await expect(dialog).not.toContainText(/failed|error, try again/i)
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(dialog.getByText(/looks applied|Autocharge is off/i).first()).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
})

test('an end date is moved, and today is not offered', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Change end date')
  await dialog.getByLabel('New end date').fill(inDays(0))
  await dialog.getByLabel('Reason').fill('Goodwill after the outage')
  await page.keyboard.press('Control+Enter')
  expect(await standin.requests('changeExpirationDate')).toEqual([])
  await dialog.getByLabel('New end date').fill(inDays(200))
  await act(dialog, 'Change end date')
  await expect(said(dialog)).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toHaveLength(1)
})

test('a manager renews now only after typing it', async ({ signedInAs, standin }) => {
  const page = await signedInAs('manager')
  const dialog = await openInMenu(page, 'Renew now')
  await dialog.getByLabel('Reason').fill('The buyer wants the new term now')
  await expect(dialog.getByRole('button', { name: 'Renew now', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel(/RENEW/).fill('RENEW')
  await act(dialog, 'Renew now')
  await expect(said(dialog)).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toHaveLength(1)
})

test('an agent’s renewal waits for a manager, who sees what it does and sends it', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialog = await openInMenu(page, 'Renew now')
  await dialog.getByLabel('Reason').fill('The buyer wants the new term now')
  await dialog.getByLabel(/RENEW/).fill('RENEW')
  await dialog.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(said(dialog)).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toEqual([])
  const manager = await signedInAs('manager')
  await manager.goto('/')
  await manager
    .getByRole('button', { name: /Renew now/ })
    .or(manager.getByRole('link', { name: /Renew now/ }))
    .first()
    .click()
  await manager.getByRole('button', { name: 'Approve and send' }).click()
  await expect.poll(async () => (await standin.requests('changeExpirationDate')).length).toBe(1)
})

test('a token is disabled and enabled again', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const disable = await openOn(page, 'Disable token')
  await act(disable, 'Disable token')
  await expect(said(disable)).toBeVisible()
  await disable.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Enable token', exact: true }).first().click()
  const enable = dialogOf(page, 'Enable token')
  await act(enable, 'Enable token')
  await expect(said(enable)).toBeVisible()
  expect(JSON.parse((await standin.requests('enableToken'))[0]?.body ?? '')).toEqual({ chargeMethodTokenId: token })
})

test('a downgrade picks from the lower plans', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const dialog = await openInMenu(page, 'Downgrade')
  await dialog.getByRole('radio').first().check()
  await act(dialog, 'Downgrade')
  await expect(said(dialog)).toBeVisible()
  const [request] = await standin.requests('downgradeSubscription')
  expect(request?.path).toContain(subscription)
})

test('finance sees the verbs, and why they are not theirs', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${buyer}`)
  const verb = page.getByRole('button', { name: 'Turn off autocharge' })
  await expect(verb).toHaveAttribute('aria-disabled', 'true')
  await expect(verb).toHaveAccessibleDescription(/needs the agent role/)
})

test('a buyer is created', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto('/buyers/new')
  await page.getByLabel('E-mail').fill('brand.new@example.test')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: 'Create buyer' }).click()
  await expect(page.getByRole('status').filter({ hasText: /created|exists/i })).toBeVisible()
  expect(JSON.parse((await standin.requests('createBuyer'))[0]?.body ?? '')).toMatchObject({
    merchantCode: 'northwind',
    country: 'DE',
  })
})

test('what was done stands in the journal with its outcome', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const dialog = await openOn(page, 'Turn off autocharge')
  await dialog.getByRole('button', { name: 'Asked by the buyer' }).click()
  await act(dialog, 'Turn off autocharge')
  await expect(dialog.getByRole('status').filter({ hasText: /off/i })).toBeVisible()
  await page.goto('/journal')
  await expect(page.getByText('Turn off autocharge').first()).toBeVisible()
})
