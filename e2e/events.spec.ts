import { randomUUID } from 'node:crypto'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { byButton } from './command-promises'
import { expect, test } from './fixtures'

const { buyer } = ids.yen

test('an admin hands out an address, its events find a charge, count for nothing and settle what was left unconfirmed', async ({
  signedInAs,
  standin,
  servers,
  request,
}) => {
  test.slow()
  const admin = await signedInAs('admin')
  await admin.goto('/settings/events')
  await admin.getByRole('button', { name: 'Create address' }).click()
  const made = admin.getByRole('dialog', { name: 'Address created' })
  const address = (await made.getByText(/\/api\/events\/northwind\//).textContent()) ?? ''
  await made.getByRole('button', { name: 'Done' }).click()

  const order = { id: 'Ev3ntOrd', type: 'initial', currency: 'EUR', amount: '37.20' }
  const about = {
    type: 'charge',
    action: 'charge_settle',
    merchant: 'northwind',
    buyer: { id: randomUUID(), email: 'ella@example.test' },
  }
  const chargeData = { id: randomUUID(), status: 'settled', createdAt: '2026-11-20 03:10:00', order }
  const posted = await request.post(address, { data: { ...about, chargeData } })
  expect([posted.status(), await posted.text()]).toEqual([202, ''])
  const events = admin.getByRole('region', { name: 'Last events' })
  await expect(events).toContainText('charge_settle', { timeout: 25_000 })
  await axeFindsNothing(admin)
  await events.getByRole('button', { name: 'Open charge_settle' }).click()
  const sheet = admin.getByRole('dialog', { name: 'charge_settle' })
  await expect(sheet).toContainText('"amount": "37.20"')
  await expect(sheet).toContainText('e•••a@e••••••.test')
  await expect(sheet).not.toContainText('ella@')
  await axeFindsNothing(admin)
  await sheet.getByRole('button', { name: 'Close' }).last().click()

  await servers.toStandin('events', { account: 'northwind', address })
  await admin.getByRole('button', { name: 'Send a test event' }).click()
  const testing = admin.getByRole('dialog', { name: 'Send a test event' })
  await testing.getByRole('button', { name: 'Send test event' }).click()
  await expect(testing).toContainText('was read as a test', { timeout: 25_000 })
  await axeFindsNothing(admin)
  await testing.getByRole('button', { name: 'Close' }).last().click()
  await expect(events.getByRole('row').filter({ hasText: 'a test' })).toHaveCount(1)

  await standin.fault('changeAutochargeStatus', 'reset', { applied: true })
  const page = await signedInAs('agent')
  await page.goto('/')
  await page.getByRole('searchbox', { name: 'Find a buyer' }).fill('37.20 EUR on 20 November 2026, order Ev3ntOrd')
  await page.keyboard.press('Enter')
  await expect(page.getByText('is reported as “settled” on 20 Nov 2026 by an event, and not checked yet')).toBeVisible()
  const dialog = await byButton('Turn off autocharge', buyer)(page)
  await dialog.getByRole('button', { name: 'Too expensive' }).click()
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  await dialog.getByRole('button', { name: 'Leave unconfirmed' }).click()
  await expect(events).toContainText('settled an action', { timeout: 40_000 })

  await admin.getByRole('button', { name: /^Revoke the address/ }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(admin.getByRole('button', { name: /^Revoke the address/ })).toHaveCount(0)
  await expect(async () => expect((await request.post(address, { data: {} })).status()).toBe(404)).toPass()
})
