import { randomUUID } from 'node:crypto'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

test('a manager sets a rule, comes from the numbers of the day to what it raised, sees the events it counted, and closes it', async ({
  signedInAs,
  request,
}) => {
  test.setTimeout(150_000)
  const admin = await signedInAs('admin')
  await admin.goto('/settings/events')
  await admin.getByRole('button', { name: 'Create address' }).click()
  const made = admin.getByRole('dialog', { name: 'Address created' })
  const address = (await made.getByText(/\/api\/events\/northwind\//).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()

  const page = await signedInAs('manager')
  await page.goto('/settings/alerts')
  await expect(page.getByRole('listitem').filter({ hasText: 'Chargebacks: 3 or more in the events of 24 hours' })).toContainText(
    'On',
  )
  const form = page.getByRole('form', { name: 'New rule' })
  await form.getByRole('combobox', { name: 'What to count' }).selectOption('Chargebacks')
  await form.getByRole('textbox', { name: 'So many or more' }).fill('0')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await expect(form.getByText('Enter a number from 1 to 1,000')).toBeVisible()
  await form.getByRole('textbox', { name: 'So many or more' }).fill('2')
  await form.getByRole('combobox', { name: 'Over' }).selectOption('7 days')
  await form.getByRole('button', { name: 'Add rule' }).click()
  const rule = page.getByRole('listitem').filter({ hasText: 'Chargebacks: 2 or more in the events of 7 days' })
  await expect(rule).toContainText('On')
  await axeFindsNothing(page)

  for (const _ of [1, 2]) {
    const about = { type: 'subscription', merchant: 'northwind', buyer: { id: randomUUID() } }
    const subscriptionData = { id: randomUUID(), status: 'suspended', updatedAt: '2026-11-20 03:10:00' }
    const data = { ...about, action: 'subscription_event_chargeback', subscriptionData }
    expect((await request.post(address, { data })).status()).toBe(202)
  }
  await expect(async () => {
    await page.goto('/')
    await page.getByRole('link', { name: /Open alerts/ }).click({ timeout: 3_000 })
    await expect(page).toHaveURL(/\/settings\/alerts/, { timeout: 3_000 })
    await expect(page.getByRole('link', { name: /^Chargebacks: \d+ in the events of 7 days$/ })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 90_000 })
  await axeFindsNothing(page)
  await admin.goto('/settings/status')
  await expect(admin.getByRole('link', { name: /^Status.*Needs a look/ })).toBeVisible()
  await page.getByRole('link', { name: /^Chargebacks: \d+ in the events of 7 days$/ }).click()
  const events = page.getByRole('region', { name: 'Last events' })
  await expect(events).toContainText('Only what an alert counted: chargebacks')
  await expect(events.getByRole('button', { name: 'Open subscription_event_chargeback' })).not.toHaveCount(0)
  await axeFindsNothing(page)
  await page.goBack()
  await expect(async () => {
    await page.getByRole('button', { name: /^Close: Chargebacks: \d+ in the events of 7 days$/ }).click({ timeout: 2_000 })
    await expect(page.getByRole('link', { name: /^Chargebacks: \d+ in the events of 7 days$/ })).toHaveCount(0, {
      timeout: 3_000,
    })
  }).toPass()

  await rule.getByRole('button', { name: /^Remove/ }).click()
  await expect(rule).toHaveCount(0)
  await admin.goto('/settings/status')
  const said = admin.getByRole('row').filter({ hasText: /Chargebacks: \d+ in the events of 7 days/ })
  await expect(said.first()).toContainText('Northwind, closed by')
  await axeFindsNothing(admin)
  await admin.goto('/settings/events')
  await admin
    .getByRole('button', { name: /^Revoke the address/ })
    .first()
    .click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
})

test('alerts are worked on the phone, and an admin comes from the numbers of the day to the copies that run', async ({
  signedInAs,
}) => {
  const phone = await signedInAs('manager')
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/settings/alerts')
  const off = phone.getByRole('button', { name: /^Turn off: Silence/ })
  await expect(async () => {
    if (await off.isVisible()) await off.click({ timeout: 2_000 })
    await expect(phone.getByRole('button', { name: /^Turn on: Silence/ })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await phone.getByRole('button', { name: /^Turn on: Silence/ }).click()
  await expect(off).toBeVisible()
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await axeFindsNothing(phone)

  const admin = await signedInAs('admin')
  await admin.goto('/')
  await admin.getByRole('link', { name: /Copies running/ }).click()
  await expect(admin.getByRole('region', { name: 'Copies and background work' })).toContainText('Running')
})
