import { ids } from '@/standin/seed/stories'
import { byButton, byMenu, keepsItsPromises } from './command-promises'
import { expect, test } from './fixtures'

const { buyer } = ids.yen
const off = byButton('Turn off autocharge', buyer)

keepsItsPromises({
  verb: 'Turn off autocharge',
  operation: 'changeAutochargeStatus',
  open: off,
  fill: (form) => form.getByRole('button', { name: 'Too expensive' }).click(),
  sent: { autochargeStatus: false, reason: 'Too expensive' },
  done: 'Autocharge is off',
  field: { label: 'Reason', name: 'reason' },
  undo: { operation: 'changeAutochargeStatus', sent: { autochargeStatus: true } },
})

keepsItsPromises({
  verb: 'Turn on autocharge',
  operation: 'changeAutochargeStatus',
  open: byMenu('Turn on autocharge', ids.cancelledAndFrozen.buyer),
  sent: { autochargeStatus: true },
  done: 'Autocharge is on',
  undo: {
    operation: 'changeAutochargeStatus',
    sent: { autochargeStatus: false, reason: 'Undo: autocharge had been turned on' },
  },
})

test('an agent turns autocharge off in four acts by the keyboard alone, and undoes it in two', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}`)
  await page.getByRole('button', { name: 'Turn off autocharge' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Turn off autocharge' })
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Requested by buyer' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' }).filter({ hasText: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const history = page.getByRole('region', { name: 'Charge history' })
  await history.getByRole('button', { name: 'Undo Turn off autocharge' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Autocharge is on' })).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(2)
})

test('a double click sends once', async ({ signedInAs, standin }) => {
  await standin.fault('changeAutochargeStatus', 'delay', { ms: 400 })
  const dialog = await off(await signedInAs('agent'))
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).dblclick()
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
})

test('an answer that comes late settles the open dialog by itself', async ({ signedInAs, standin }) => {
  test.slow() // the doubt itself takes 15 seconds
  await standin.fault('changeAutochargeStatus', 'hold', { applied: true })
  const dialog = await off(await signedInAs('agent'))
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  const doubt = dialog.getByRole('alert').filter({ hasText: 'We do not know whether this was applied' })
  await expect(doubt).toBeVisible({ timeout: 25_000 }) // told after 15 seconds
  await standin.release()
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  await expect(doubt).toHaveCount(0)
})

test('a lost answer is settled by looking, and nobody passes it by unseen', async ({ signedInAs, standin }) => {
  await standin.fault('changeAutochargeStatus', 'reset', { applied: true })
  const page = await signedInAs('agent')
  const dialog = await off(page)
  await dialog.getByRole('button', { name: 'Turn off autocharge' }).click()
  await dialog.getByRole('button', { name: 'Leave unconfirmed' }).click()
  const strip = page.getByRole('region', { name: 'Unconfirmed actions' })
  await expect(strip).toContainText(/Turn off autocharge .* is unconfirmed/)
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click()
  const another = page.locator('[popover]:popover-open').getByRole('button', { name: /^Change end date/ })
  await expect(another).toHaveAttribute('aria-disabled', 'true')
  await expect(another).toContainText('Locked until somebody checks what happened')
  await page.keyboard.press('Escape')
  await strip.getByRole('button', { name: 'Check now' }).click()
  const looked = page.getByRole('dialog', { name: 'Turn off autocharge' })
  await expect(looked.getByRole('status').filter({ hasText: 'It looks like this was applied.' })).toBeVisible()
  await looked.getByRole('button', { name: 'Settle as applied' }).click()
  await expect(looked.getByRole('status').filter({ hasText: 'Settled as applied' })).toBeVisible()
  await expect(strip).toHaveCount(0)
  expect(await standin.requests('changeAutochargeStatus')).toHaveLength(1)
})
