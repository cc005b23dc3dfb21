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

/**
 * What is seen in clear, what is not while a screen is shared, and how the desk is; `buyer` is the path of a buyer's page.
 */
export const seenShots = (buyer: string): Shot[] => [
  { name: 'reveal', path: buyer, email: 'agent@demo.test', act: askReveal },
  { name: 'revealed', path: buyer, email: 'finance@demo.test', act: revealName },
  { name: 'buyer-screen-shared', path: buyer, email: 'second.agent@demo.test', act: shareScreen },
  { name: 'journal-revealed', path: '/journal/records', email: 'manager@demo.test' },
  { name: 'settings-connection-test', path: '/settings', email: 'admin@demo.test', act: testConnection },
  { name: 'status', path: '/settings/status', email: 'admin@demo.test' },
]

async function askReveal(page: Page) {
  await page.getByRole('button', { name: 'Reveal', exact: true }).click()
  await page.getByRole('button', { name: 'Checking a caller’s identity' }).click()
}

async function revealName(page: Page) {
  await askReveal(page)
  await page.getByRole('dialog').getByLabel('Name').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function shareScreen(page: Page) {
  await page.context().addCookies([{ name: 'screen-share', value: 'on', url: page.url() }])
  await page.reload()
  await page.getByText('Screen-share mode is on.').waitFor()
}

async function testConnection(page: Page) {
  await page.getByRole('button', { name: 'Test connection' }).first().click()
  await page.getByRole('dialog').getByText('Search by e-mail').waitFor()
}
