import { ids } from '@/standin/seed/stories'
import { fromMenu, openBuyer } from './command-promises'
import { expect, test } from './fixtures'

test('once the answer is out of sight its line is under the header, and leads back to it', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.longHistory.buyer)
  const back = page.getByRole('button', { name: 'Show the answer' })
  await expect(back).toHaveCount(0)
  await page.getByRole('heading', { name: 'Identity' }).scrollIntoViewIfNeeded()
  await expect(back).toBeVisible()
  const line = await page.locator('[data-answer-line]').boundingBox()
  const header = await page.locator('main > header').boundingBox()
  expect(line).toMatchObject({ y: (header?.y ?? 0) + (header?.height ?? 0) - 1, height: 41 })
  await back.click()
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(back).toHaveCount(0)
})

test('beside a long history the payment methods and notes stay in sight', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.longHistory.buyer)
  const beside = page.getByRole('complementary', { name: 'About the buyer' })
  await page.locator('[data-order-row]').nth(30).scrollIntoViewIfNeeded()
  for (const name of ['Payment methods', 'Notes', 'What we did'])
    await expect(beside.getByRole('heading', { name })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 420 }) // lower than the column: its end is what stays
  await page.locator('[data-order-row]').nth(32).scrollIntoViewIfNeeded()
  await expect(beside.getByRole('heading', { name: 'What we did' })).toBeInViewport()
})

test('the answer hands out the counterfoil of its order', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.cascade.buyer)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Share the counterfoil' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share the counterfoil' })
  await dialog.getByRole('button', { name: 'Copy text' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Paid once: 162\.00 BRL/)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('button', { name: 'Share the counterfoil' })).toBeFocused()
})

test('a refund that was requested is the flag of the answer and a badge at its charge, and both follow a colleague’s decision', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.settledTwice.buyer)
  await page.locator('[data-order-row]').first().click()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await expect(dialog.getByRole('heading', { name: 'Refund requested' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
    /A refund of 42\.84 EUR was requested at \d\d:\d\d\. Don’t request it again\./,
  )
  await expect(page.getByRole('list', { name: /^Attempts of order/ }).getByText(/^refund requested at \d\d:\d\d$/)).toHaveCount(1)
  await page.locator('[data-order-row]').first().click()
  await expect(page.getByRole('list', { name: /attempt by attempt$/ }).getByText(/^refund requested at \d\d:\d\d$/)).toHaveCount(
    1,
  )

  const finance = await signedInAs('finance')
  await finance.goto('/refunds')
  await finance.getByRole('button', { name: 'Approve 42.84 EUR' }).click()
  await expect(finance.getByText('No refunds to decide')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(/A refund of 42\.84 EUR was approved at \d\d:\d\d\./)
  await expect(page.getByText(/^refund approved at \d\d:\d\d$/).first()).toBeVisible()
})

test('what was done is listed, leads to its entry, and is undone from there', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await openBuyer(page, ids.cancelledAndFrozen.buyer)
  const did = page.getByRole('region', { name: 'What we did' })
  await expect(did).toContainText('No command has been sent from here.')
  const dialog = await fromMenu(page, 'Turn on autocharge')
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Turn on autocharge' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is on' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(did.getByRole('button', { name: 'Undo Turn on autocharge' })).toBeVisible()
  await did.getByRole('link', { name: 'Turn on autocharge' }).click()
  await expect(page).toHaveURL(/\/journal\?entry=/)
})

for (const [language, buyer, sentence] of [
  ['English', ids.yen.buyer, 'You were charged 8,140 JPY once'],
  ['Portuguese', ids.cascade.buyer, 'foi feita uma única'],
] as const)
  test(`the reply is drawn with the page, before any script, also in ${language}`, async ({ signedInAs }) => {
    const page = await signedInAs('agent')
    const html = await (await page.request.get(`/buyers/${buyer}`)).text()
    // What scripts are given stands in scripts; what is drawn stands before them.
    expect(html.replaceAll(/<script\b.*?<\/script>/gs, '')).toContain(sentence)
  })
