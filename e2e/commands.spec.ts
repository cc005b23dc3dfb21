import { ids } from '@/standin/seed/stories'
import { byButton } from './command-promises'
import { expect, test } from './fixtures'

const { buyer } = ids.yen

test('finance sees the verbs, and why they are not theirs', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${buyer}`)
  const verb = page.getByRole('button', { name: 'Turn off autocharge' })
  await expect(verb).toHaveAttribute('aria-disabled', 'true')
  await expect(verb).toHaveAccessibleDescription(/Needs the agent role/)
})

test('what was done stands among the orders, with who did it, and in the journal', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const dialog = await byButton('Turn off autocharge', buyer)(page)
  await dialog.getByLabel('Ticket').fill('T-48213')
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  await page.keyboard.press('Escape')
  const history = page.getByRole('region', { name: 'Charge history' })
  const entry = history.getByRole('listitem').filter({ hasText: 'Turn off autocharge' })
  await expect(entry).toContainText('on → off')
  await expect(entry).toContainText('you · T-48213')
  await page.goto(`/buyers/${buyer}?state=actions`)
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await entry.getByRole('button', { name: 'Turn off autocharge', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Journal' }).click()
  await expect(page).toHaveURL(/\/journal\?entry=/)
  await expect(page.getByRole('button', { name: 'Turn off autocharge', expanded: true })).toBeVisible()
  const row = page
    .getByRole('region', { name: /^\w{3} \d/ })
    .getByRole('listitem')
    .first()
  await expect(row.getByRole('link', { name: /^Open .+@/ })).toBeVisible()
  await expect(row).toContainText(/Entry \d+ follows \d+, unbroken/)
})

test('an unconfirmed action is settled from Find, by the same dialog', async ({ signedInAs, standin }) => {
  await standin.fault('disableToken', 'reset', { applied: true })
  const page = await signedInAs('agent')
  const dialog = await byButton('Disable token', buyer)(page)
  await dialog.getByRole('button', { name: 'Disable token' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We do not know whether this was applied')
  await page.goto('/')
  const mine = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem').filter({ hasText: 'is unconfirmed' })
  await mine.getByRole('button', { name: 'Check now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Settle as applied' }).click()
  await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'Settled as applied' })).toBeVisible()
  await expect(mine).toHaveCount(0)
})

test('an admin’s own words for a reason are there at the first press', async ({ signedInAs }) => {
  const admin = await signedInAs('admin')
  await admin.goto('/settings/replies')
  const reasons = admin.getByRole('form', { name: 'Reasons, Turn off autocharge' })
  await reasons.getByRole('textbox').fill('Moved away\nOther')
  await reasons.getByRole('button', { name: 'Save' }).click()
  await expect(reasons.getByRole('status')).toHaveText('Saved')
  const dialog = await byButton('Turn off autocharge', buyer)(await signedInAs('agent'))
  await dialog.getByRole('button', { name: 'Moved away' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Moved away')
})
