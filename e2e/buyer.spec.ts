import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const at = (buyer: string) => `/buyers/${buyer}`
const row = (name: RegExp) => ({ name })

test('an order that was paid at the second attempt says so, and that the buyer paid once', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.cascade.buyer))
  const order = page.getByRole('button', row(/Paid once, at the 2nd card attempt/))
  await order.click()
  const attempts = page.getByRole('list', { name: 'Attempts of order Wq7LmR2x' }).getByRole('listitem')
  await expect(attempts).toContainText(['deferred', 'declined', 'settled'])
  const history = page.getByRole('region', { name: 'Charge history' })
  await expect(history.getByText(/Em 4 de março de 2025 foi feita uma única cobrança de 162,00 BRL/)).toBeVisible()
})

test('the page begins with the answer: what was paid, what took nothing, what not to ask for, and the reply', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.cascade.buyer))
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('heading', { level: 2 })).toHaveText(
    'Paid once, 162.00 BRL on 4 March 2025 at the 2nd card attempt.',
  )
  await expect(answer).toContainText('The voucher and the declined attempt took nothing.')
  await expect(answer).toContainText(/The voucher is still open after \d+ days\. Don’t ask the buyer to pay it\./)
  await expect(answer).toContainText('Money received162.00 BRL29.45 USD per the servicepaid once')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await answer.getByRole('button', { name: 'Copy reply' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Olá,\n\nEm 4 de março de 2025 foi feita uma única cobrança de 162,00 BRL\./)
})

test('an order settled twice asks for attention', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.settledTwice.buyer))
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('heading', { name: /^Paid twice, 2 × 42\.84 EUR/ })).toBeVisible()
  await expect(answer).toContainText(
    'It looks like a double payment. The history doesn’t mark service fees, so check with the provider before you refund.',
  )
})

test('values nobody documented are shown as they came, and not counted as received (F32)', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.newValues.buyer))
  await expect(page.getByText('chargeback_open').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(
    /which we don’t recognise\. It isn’t counted as received\./,
  )
  await expect(page.getByText(/Unrecognised status “chargeback_open”, not counted as received/)).toBeVisible()
})

test('a filter lives in the address and comes back with it', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.longHistory.buyer))
  await page
    .getByRole('group', { name: 'Outcome' })
    .getByRole('button', { name: /^Declined/ })
    .click()
  await expect(page).toHaveURL(/state=declined/)
  await page.reload()
  await expect(page.locator('[data-order-row]').first()).toContainText('Declined')
})

test('a thousand orders are counted truly, while they load and after', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.longHistory.buyer))
  await expect(page.getByRole('heading', { name: 'Charge history' }).locator('..')).toContainText('1,000')
  await expect(page.getByText(/of the \d+ newest of 1,000 orders/)).toHaveCount(0)
  expect(await page.locator('[data-order-row]').count()).toBeLessThan(100)
})

test('the names of people in their own script stay masked but first letters', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.arabicName.buyer))
  await expect(page.getByRole('heading', { name: 'Subscriptions' })).toBeVisible()
  expect(await page.content()).not.toContain('layan@example.test')
})

test('a buyer with nothing at all is told so', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.nothing.buyer))
  await expect(page.getByRole('heading', { name: 'No charges' })).toBeVisible()
})

test('one panel that cannot be read leaves the others', async ({ signedInAs, standin }) => {
  await standin.fault('listTokens', 'html500', { times: 20 })
  const page = await signedInAs('agent')
  await page.goto(at(ids.cascade.buyer))
  await expect(page.getByRole('button', row(/Paid once/))).toBeVisible()
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Payment methods' }) })
  await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('keys that the service refuses are never told as a buyer who is not there, and nobody is signed out', async ({
  signedInAs,
  standin,
}) => {
  await standin.fault('*', 'authFailure', { times: 50 })
  const page = await signedInAs('agent')
  await page.goto(at(ids.cascade.buyer))
  await expect(page.getByText('The service refused our keys').first()).toBeVisible()
  await expect(page.getByText('Not found')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('alert').filter({ hasText: 'The service is refusing our keys for Northwind' })).toBeVisible()
})

test('an account without the extra reads says what is not known and how to learn it', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  await page.context().addCookies([{ name: 'merchant', value: 'southbay', url: page.url() }])
  await page.goto(at(ids.southbayReader.buyer))
  await page.reload() // the first look is what shows that the reads are missing
  await expect(page.getByRole('heading', { name: 'Charge history' })).toBeVisible()
  await expect(page.getByText(/Southbay/).first()).toBeVisible()
  await expect(page.getByText(/don’t know|unavailable|can’t/i).first()).toBeVisible()
})

test('an id that is none is no page, and reaches nobody (A23)', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto('/buyers/not-an-id')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(await standin.requests()).toEqual([])
})
