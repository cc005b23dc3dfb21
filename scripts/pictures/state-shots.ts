import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import type { Shot } from './shots'

const agent = 'agent@demo.test'
const nobody = '/buyers/11111111-2222-4333-8444-555555555555'

/** The states of a buyer's page; `buyer` and `other` are paths of buyers, the other's only subscription renews. */
export const stateShots = (buyer: string, other: string): Shot[] => [
  { name: 'buyer-unknown', path: nobody, email: agent },
  { name: 'buyer-outage', path: buyer, email: agent, act: (page) => failing(page, /\/(orders|tokens|subscriptions)(\?|$)/) },
  { name: 'buyer-one-read-failed', path: buyer, email: agent, act: (page) => failing(page, /\/tokens(\?|$)/) },
  { name: 'buyer-unconfirmed', path: other, email: agent, disturb: [lost], act: sendUnanswered },
  { name: 'buyer-answer-line', path: buyer, email: agent, act: scrollDown },
  { name: 'buyer-share', path: buyer, email: agent, act: share },
]

const lost = { operation: 'changeAutochargeStatus', fault: 'reset', times: 99 }

/** The page as it was read, and then some reads that are answered no more. */
async function failing(page: Page, reads: RegExp) {
  await page.getByText(/^Showing/).waitFor()
  const problem = {
    kind: 'unavailable',
    title: 'Couldn’t reach the service',
    detail: 'The service returned error 500.',
    code: '500',
  }
  await page.route(reads, (route) =>
    route.fulfill({ status: 503, json: { ...problem, type: '', status: 503, traceId: null, fields: [] } }),
  )
  await page.getByRole('button', { name: /Refresh\.$/ }).click()
  await page.locator('.stale').first().waitFor()
}

/** All looks are taken at once, and one of them sends. */
async function sendUnanswered(page: Page) {
  const { origin, pathname } = new URL(page.url())
  const address = `/api/v2${pathname}/subscriptions/${ids.yen.subscription}/change_autocharge_status`
  await page.request.post(address, {
    headers: { origin, 'x-action-id': crypto.randomUUID() },
    data: { autochargeStatus: false, reason: 'Asked for by e-mail' },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Check now' }).last().waitFor()
}

async function scrollDown(page: Page) {
  await page.getByText(/^Showing/).waitFor()
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 480 })
  await page.getByRole('heading', { name: 'Identity' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Show the answer' }).waitFor()
}

/** The counterfoil from the answer; on a phone the sheet that leads to it. */
async function share(page: Page) {
  await page.getByRole('button', { name: 'Copy reply' }).waitFor()
  const fromBar = page.getByRole('button', { name: 'Actions', exact: true })
  if (await fromBar.isVisible()) {
    await fromBar.click()
    await page.getByRole('dialog', { name: 'Actions' }).waitFor()
  } else {
    await page.getByRole('button', { name: 'Share the counterfoil' }).click()
    await page.getByRole('button', { name: 'Copy text' }).waitFor()
  }
}
