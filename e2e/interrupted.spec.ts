import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { requestApproval } from './command-promises'
import { expect, test } from './fixtures'
import { pricesPath, renewal } from './price-link'
import { bodies, cell, done, edit, line, settled } from './price-page'
import { requestsOf } from './requests-open'

const approvalPanel = (page: Page) => page.getByRole('region', { name: 'Approval request' })
const refundPanel = (page: Page) => page.getByRole('region', { name: 'Refund request' })
const toDecide = (page: Page) => page.getByRole('button', { name: /^To decide/ })

async function requestRefunds(agent: Page, origin: string): Promise<void> {
  const { orders } = await (await agent.request.get(`/api/desk/buyers/${ids.settledTwice.buyer}/orders`)).json()
  const { orderId, charges } = orders.find((each: { orderId: string }) => each.orderId === ids.settledTwice.order)
  for (const amount of ['5.00', '6.00']) {
    const asked = await agent.request.post('/api/desk/refunds', {
      headers: { origin, 'x-action-id': crypto.randomUUID(), 'x-merchant': 'northwind' },
      data: {
        buyerId: ids.settledTwice.buyer,
        orderId,
        chargeId: charges[0].chargeId,
        amount,
        reason: 'Paid twice',
        ticket: null,
      },
    })
    expect(asked.status()).toBe(200)
  }
}

test('prices that are typed and an order that is begun come back after a reload and after Back, and an order on its way is sent once', async ({
  signedInAs,
  standin,
}) => {
  test.setTimeout(120_000)
  const page = await signedInAs('manager')
  await page.goto(pricesPath([[renewal()], [{ product: 'NWPLUS12' }]], ['EUR']))
  await settled(page)
  await edit(page, 'B')
  await line(page, 1, 'B').getByLabel('Discount, %').fill('15')
  await done(page)
  await expect(cell(page, 'B in EUR')).toContainText('102.00')
  const priced = (await bodies(standin)).length
  await page.reload()
  await settled(page)
  await expect(cell(page, 'B in EUR')).toContainText('102.00')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Buyer page' }).click()
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  await page.goBack()
  await settled(page)
  await expect(cell(page, 'B in EUR')).toContainText('102.00')
  expect((await bodies(standin)).length).toBeLessThanOrEqual(3 * priced)

  await page.goto('/orders/new')
  await page.getByLabel('Product', { exact: true }).fill('NWPLUS12')
  const known = page.getByRole('combobox', { name: 'Buyer' })
  if (await known.isVisible()) await known.selectOption('')
  await page.getByLabel('E-mail').fill('tainara@example.test')
  const address = 'https://shop.example.test/thanks'
  const isSaved = page.waitForResponse((answer) => {
    const request = answer.request()
    return request.method() === 'PUT' && request.postData()?.includes(address) === true
  })
  await page.getByLabel('Return address').fill(address)
  await isSaved
  const isBack = async () => {
    await expect(page.getByLabel('Product', { exact: true })).toHaveValue('NWPLUS12')
    await expect(page.getByLabel('E-mail')).toHaveValue('tainara@example.test')
    await expect(page.getByLabel('Return address')).toHaveValue(address)
  }
  await page.reload()
  await isBack()
  await page.getByRole('link', { name: 'Journal' }).click()
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await page.goBack()
  await isBack()
  await standin.fault('createInitialOrder', 'hold')
  await page.getByRole('button', { name: 'Create payment link' }).click()
  await expect.poll(async () => (await standin.requests('createInitialOrder')).length).toBe(1)
  await page.reload()
  await isBack()
  await page.getByRole('button', { name: 'Create payment link' }).click() // it waits for the answer to the first press
  await standin.release()
  await expect(page.getByText('An earlier try created this link. Nothing was sent again.')).toBeVisible()
  expect(await standin.requests('createInitialOrder')).toHaveLength(1)
})

test('a decision that is on its way while the page is loaded again or left is made once, and the page says where it stands', async ({
  signedInAs,
  standin,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const agent = await signedInAs('agent')
  await requestApproval(await signedInAs('admin'), agent)
  await requestRefunds(agent, baseURL ?? '')

  const manager = await signedInAs('manager')
  await manager.goto('/approvals')
  const approve = approvalPanel(manager).getByRole('button', { name: 'Approve and send' })
  await expect(approve).toBeVisible()
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true') // its preview is there
  await standin.fault('changeExpirationDate', 'hold')
  await manager.keyboard.press('a')
  await manager.keyboard.press('a')
  await expect.poll(async () => (await standin.requests('changeExpirationDate')).length).toBe(1)
  await expect(approvalPanel(manager).getByRole('button', { name: /Sending… \d+ s/ })).toBeVisible()
  await expect(approvalPanel(manager).getByRole('button', { name: /^Decline/ })).toHaveAttribute('aria-disabled', 'true')
  await manager.reload()
  await expect(manager.getByRole('region', { name: 'Decided or expired' })).toContainText('approved by Marta Weiss')
  await expect(manager.getByRole('button', { name: 'Approve and send' })).toHaveCount(0)
  await standin.release()
  await manager.goto('/journal')
  await expect(manager.getByRole('button', { name: /^Change end date/ })).toHaveCount(1)
  await expect(manager.getByText('done', { exact: true }).first()).toBeVisible()
  await manager.goBack()
  await expect(manager.getByText('No approvals to decide')).toBeVisible()
  expect(await standin.requests('changeExpirationDate')).toHaveLength(1)

  const finance = await signedInAs('finance')
  await finance.goto('/refunds')
  await expect(toDecide(finance)).toContainText('2')
  await expect(refundPanel(finance).getByRole('button', { name: 'Approve 5.00 EUR' })).toBeVisible()
  let decisions = 0
  await finance.route('**/api/desk/refunds/*/*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    decisions += 1
    await route.fetch() // it is decided, and the page never hears of it
  })
  await finance.keyboard.press('a')
  await expect(refundPanel(finance).getByRole('button', { name: /^Refuse/ })).toHaveAccessibleDescription('Approving…')
  await finance.keyboard.press('a')
  await expect.poll(() => decisions).toBe(1)
  await finance.unroute('**/api/desk/refunds/*/*')
  await finance.reload()
  await expect(toDecide(finance)).toContainText('1')
  await expect(refundPanel(finance).getByRole('heading', { name: 'Refund of 6.00 EUR' })).toBeVisible()
  await finance.keyboard.press('r')
  await finance.reload()
  await expect(refundPanel(finance).getByRole('button', { name: 'Approve 6.00 EUR' })).toBeVisible()
  await expect(toDecide(finance)).toContainText('1')
  await finance.goBack()
  await finance.goForward()
  await expect(toDecide(finance)).toContainText('1')
  const { refunds } = await (await finance.request.get(`/api/desk/buyers/${ids.settledTwice.buyer}/refunds`)).json()
  const approvals = (refunds as { steps: { kind: string }[] }[]).flatMap(({ steps }) =>
    steps.filter(({ kind }) => kind === 'approved'),
  )
  expect(approvals).toHaveLength(1)
})

test('a decision whose answer is lost is no longer in doubt once the refund is read again, and A never approves from the reasons to refuse', async ({
  signedInAs,
  baseURL,
}) => {
  await requestRefunds(await signedInAs('agent'), baseURL ?? '')
  const finance = await signedInAs('finance')
  const { allEnded } = requestsOf(finance)
  await finance.goto('/refunds')
  const panel = refundPanel(finance)
  await expect(panel.getByRole('button', { name: 'Approve 5.00 EUR' })).toBeVisible()
  await finance.keyboard.press('r')
  await expect(panel.getByRole('button', { name: 'Not eligible' })).toBeVisible()
  await finance.keyboard.press('a')
  await expect(panel.getByRole('button', { name: 'Goodwill' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve 5.00 EUR' })).toBeEnabled()
  let isDown = true
  await finance.route('**/api/desk/**', async (route) => {
    if (!isDown) return route.continue()
    if (route.request().method() === 'POST') await route.fetch() // it is saved, and the page never hears of it
    await route.abort()
  })
  await allEnded() // a read that came back after the decision would answer it
  await finance.keyboard.press('a')
  await expect(panel.getByRole('alert').getByText('We don’t know whether this was saved')).toBeVisible()
  await expect(finance.getByText('Nothing was changed')).toHaveCount(0)
  await expect(finance.getByText('2 to decide')).toBeVisible() // the list stays beside what couldn't be read again
  isDown = false
  await expect(panel.getByText('Refund approved')).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)
})
