import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

type Orders = { orders: { orderId: string; charges: { chargeId: string; status: string }[] }[] }
type Verdict = { whole: boolean; why?: string; rows?: { table: string; id: string; why: string }[] }
type Refunds = { refunds: { amount: string; steps: { kind: string }[] }[] }

const { buyer, order } = ids.settledTwice
const amounts = Array.from({ length: 5 }, (_, index) => `1.${String(index + 1).padStart(2, '0')}`)

/** So many requests of one charge, each with an amount of its own, by which a decision on screen is known again. */
async function requestAll(agent: Page, origin: string): Promise<void> {
  const read = await agent.request.get(`/api/desk/buyers/${buyer}/orders`)
  const { orders }: Orders = await read.json()
  const charge = orders.find(({ orderId }) => orderId === order)?.charges.find(({ status }) => status === 'settled')
  for (const amount of amounts) {
    const asked = await agent.request.post('/api/desk/refunds', {
      headers: { origin, 'x-action-id': crypto.randomUUID(), 'x-merchant': 'northwind' },
      data: { buyerId: buyer, orderId: order, chargeId: charge?.chargeId, amount, reason: 'Paid twice', ticket: null },
    })
    expect(asked.status()).toBe(200)
  }
}

/** What the journal's check names. What earlier tests left is cleared without it, so rows may be named before anything is done here. */
async function journalFaults(page: Page): Promise<unknown[]> {
  const verdict: Verdict = await (await page.request.get('/api/desk/journal/verify')).json()
  return verdict.whole ? [] : (verdict.rows ?? [verdict.why])
}

const panel = (page: Page) => page.getByRole('region', { name: 'Refund request' })
const isUp = (page: Page) =>
  expect(async () => expect((await page.request.get('/api/desk/health/ready')).ok()).toBe(true)).toPass()

/** Approves by key whatever is selected until nothing is left, and notes each amount that the page says it approved. */
async function approveAll(page: Page, noted: (amount: string) => void): Promise<void> {
  const empty = page.getByText('No refunds to decide')
  const toast = page.getByRole('region', { name: 'Decision' })
  const troubles = page.locator('main').getByRole('alert')
  const approve = panel(page).getByRole('button', { name: /^Approve/ })
  let last = ''
  await expect(async () => {
    if (await approve.isVisible()) await page.keyboard.press('a')
    else await page.keyboard.press('j') // somebody else has decided it
    const said = (await toast.isVisible()) ? ((await toast.textContent()) ?? '') : ''
    const [, amount = last] = /^Approved ([\d.]+) EUR/.exec(said) ?? []
    if (amount !== last) noted(amount)
    last = amount
    if (await troubles.first().isVisible()) {
      await isUp(page)
      const again = troubles.getByRole('button', { name: 'Try again' }).first()
      if (await again.isVisible()) await again.click()
    }
    expect(await empty.isVisible()).toBe(true)
  }).toPass({ intervals: [100], timeout: 90_000 })
}

test('while two people approve by key the server is killed: each refund is approved once, and nothing that a page said is lost', async ({
  signedInAs,
  servers,
  troubles,
  baseURL,
}) => {
  test.setTimeout(150_000) // it takes 15 seconds where nothing else runs
  const [agent, finance, manager] = [await signedInAs('agent'), await signedInAs('finance'), await signedInAs('manager')]
  await requestAll(agent, baseURL ?? '')
  for (const page of [finance, manager]) {
    await page.goto('/refunds')
    await expect(panel(page).getByRole('button', { name: 'Approve 1.01 EUR' })).toBeVisible()
  }
  const before = await journalFaults(manager)
  const said: string[] = []
  let killed = Promise.resolve()
  const noted = (amount: string) => {
    said.push(amount)
    if (said.length === 2) killed = servers.killDashboard()
  }
  await Promise.all([approveAll(finance, noted), approveAll(manager, noted)])
  await killed

  const { refunds }: Refunds = await (await finance.request.get('/api/desk/refunds?state=approved')).json()
  expect(refunds.map(({ amount }) => amount).sort()).toEqual(amounts)
  expect(refunds.map(({ steps }) => steps.map(({ kind }) => kind))).toEqual(amounts.map(() => ['asked', 'approved']))
  expect(said.toSorted()).toEqual([...new Set(said)].toSorted()) // no page took another's decision for its own
  expect(await journalFaults(manager)).toEqual(before)
  // What a browser says of a server that isn't there is no trouble here.
  expect(troubles.filter((trouble) => !/^console: Failed to load resource: net::ERR_/.test(trouble))).toEqual([])
  troubles.length = 0
})
