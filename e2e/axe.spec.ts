import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { byMenu } from './command-promises'
import { expect, test } from './fixtures'

const screens: [string, 'agent' | 'admin' | 'manager' | 'finance', string][] = [
  ['find', 'agent', '/'],
  ['a buyer', 'agent', `/buyers/${ids.cascade.buyer}`],
  ['a buyer with values nobody documented', 'agent', `/buyers/${ids.newValues.buyer}`],
  ['a buyer with nothing', 'agent', `/buyers/${ids.nothing.buyer}`],
  ['a new buyer', 'agent', '/buyers/new'],
  ['prices without a buyer', 'agent', '/prices'],
  ['prices', 'manager', `/buyers/${ids.cascade.buyer}/prices`],
  ['a new order', 'agent', '/orders/new'],
  ['the journal', 'manager', '/journal'],
  ['the other entries of the journal', 'manager', '/journal/records'],
  ['the check of an evidence pack', 'agent', '/evidence'],
  ['a statement', 'finance', `/buyers/${ids.cascade.buyer}/statement`],
  ['the refund desk', 'manager', '/refunds'],
  ['approvals', 'manager', '/approvals'],
  ['settings', 'admin', '/settings'],
  ['the people', 'admin', '/settings/people'],
  ['reasons and replies', 'admin', '/settings/replies'],
  ['the machines', 'admin', '/settings/machines'],
  ['the hooks', 'admin', '/settings/notifications'],
  ['the letterhead', 'admin', '/settings/letterhead'],
  ['the rules for approvals', 'admin', '/settings/approvals'],
  ['imports and retention', 'admin', '/settings/data'],
  ['the events', 'admin', '/settings/events'],
  ['the quotes', 'manager', '/quotes'],
  ['the morning of a manager', 'manager', '/'],
  ['the morning of finance', 'finance', '/'],
  ['the lists', 'agent', '/lists'],
  ['the incidents', 'agent', '/incidents'],
  ['a new incident', 'manager', '/incidents/new'],
  ['incidents that wait', 'manager', '/approvals?tab=incidents'],
  ['the team report', 'manager', '/report'],
  ['the hand-over', 'agent', '/handover'],
  ['one’s own account', 'agent', '/settings/account'],
  ['the status', 'admin', '/settings/status'],
  ['no page', 'agent', '/nowhere'],
]

for (const [name, role, path] of screens) {
  test(`axe finds nothing on ${name}, light and dark`, async ({ signedInAs }) => {
    const page = await signedInAs(role)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await axeFindsNothing(page)
  })
}

test('axe finds nothing on sign-in, and on an order that is folded open on the phone', async ({ page, signedInAs }) => {
  await page.goto('/sign-in')
  await axeFindsNothing(page)
  const phone = await signedInAs('agent')
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto(`/buyers/${ids.cascade.buyer}`)
  await phone.locator('[data-order-row]').first().click()
  await expect(phone.getByText(/What to tell the customer/)).toBeVisible()
  await axeFindsNothing(phone)
})

test('axe finds nothing on dialogs with a choice, a calendar among them', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const dialog = await byMenu('Change end date', ids.yen.buyer)(page)
  await dialog.getByRole('button', { name: /^\+7 days/ }).click()
  await dialog.getByRole('button', { name: 'Pick…' }).click()
  await expect(dialog.getByText('Will end')).toBeVisible()
  await axeFindsNothing(page)
  const lower = await byMenu('Downgrade', ids.yen.buyer)(page)
  await lower.getByRole('radio').first().check()
  await expect(lower.getByText(/last paid/)).toBeVisible()
  await axeFindsNothing(page)
})
