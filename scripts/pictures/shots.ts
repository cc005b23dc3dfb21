import type { Page } from '@playwright/test'
import { findShots } from './find-shots'
import { seenShots, stateShots } from './state-shots'

/**
 * One picture: where it is taken, by whom, and what is done before. `disturb` makes the service misbehave first; with
 * `keepDisturbed` the next picture still shows what the dashboard remembers of it.
 */
export type Shot = {
  name: string
  path: string
  email?: string
  disturb?: object[]
  keepDisturbed?: boolean
  act?: (page: Page) => Promise<unknown>
}

export type Story = { name: string; merchantCode: string; buyerId: string }

const agent = 'agent@demo.test'
const admin = 'admin@demo.test'

export function shotsOf(stories: readonly Story[]): Shot[] {
  const [first] = stories
  if (!first) throw new Error('The stand-in tells of no buyer.')
  const buyer = `/buyers/${first.buyerId}`
  const twice = `/buyers/${stories.find(({ name }) => name === 'Settled twice')?.buyerId}`
  const renewing = `/buyers/${stories.find(({ name }) => name === 'Yen')?.buyerId}`
  const always = (fault: string, more: object = {}) => ({ operation: '*', fault, times: 999, ...more })
  const refuse = async (page: Page) => {
    // Many tries with one e-mail are slowed down, and then the page says something else.
    await page.getByLabel('E-mail').fill(`stranger${widthOf(page)}@demo.test`)
    await page.getByLabel('Password').fill('not the right password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await says(page, 'is incorrect')
  }
  return [
    { name: 'sign-in', path: '/sign-in' },
    { name: 'sign-in-refused', path: '/sign-in', act: refuse },
    { name: 'sign-in-idle', path: '/sign-in?reason=idle' },
    { name: 'not-found', path: '/nowhere', email: agent },
    { name: 'find-first-time', path: '/', email: 'second.agent@demo.test' },
    ...stories
      .filter(({ merchantCode }) => merchantCode === first.merchantCode)
      .map(({ name, buyerId }) => ({ name: `buyer-${slug(name)}`, path: `/buyers/${buyerId}`, email: agent })),
    { name: 'buyer-order-unfolded', path: buyer, email: agent, act: unfold },
    { name: 'order-of-a-link', path: `${buyer}/charges/Wq7LmR2x`, email: agent },
    { name: 'buyer-with-ticket', path: `${buyer}?ticket=T-4711`, email: agent },
    { name: 'palette', path: buyer, email: agent, act: openPalette },
    { name: 'find', path: '/', email: agent },
    ...findShots(stories, first),
    {
      name: 'find-typed',
      path: '/',
      email: agent,
      act: (page) => page.getByRole('searchbox', { name: 'Find a buyer' }).fill('tainara@example.test'),
    },
    {
      name: 'find-nothing',
      path: '/?q=stranger%40example.test',
      email: agent,
      act: (page) => page.getByText('No buyers found').waitFor(),
    },
    { name: 'buyer-turn-off-autocharge', path: buyer, email: agent, act: verb('Turn off autocharge') },
    { name: 'buyer-change-end-date', path: buyer, email: agent, act: addDays },
    { name: 'buyer-disable-token', path: buyer, email: agent, act: disableToken },
    ...seenShots(buyer),
    { name: 'new-buyer', path: '/buyers/new', email: agent },
    { name: 'journal', path: '/journal', email: agent },
    { name: 'prices-empty', path: '/prices', email: agent },
    { name: 'prices-start', path: `${buyer}/prices`, email: agent, act: (page) => page.getByText(/ requests?, /).waitFor() },
    { name: 'prices-compared', path: `${buyer}/prices?w=${comparison}`, email: agent, act: compare },
    { name: 'order-new', path: '/orders/new', email: agent, act: fillOrder },
    { name: 'order-made', path: '/orders/new', email: agent, act: makeOrder },
    { name: 'quote', path: `${buyer}/prices?w=${comparison}`, email: agent, act: freeze },
    { name: 'quotes', path: '/quotes', email: agent, act: (page) => page.getByRole('heading', { name: 'Quotes' }).waitFor() },
    { name: 'refund-request', path: twice, email: agent, act: fillRefund },
    { name: 'refund-requested', path: twice, email: agent, act: requestRefund },
    {
      name: 'refunds',
      path: '/refunds',
      email: 'finance@demo.test',
      act: (page) => page.locator('[data-row]').first().waitFor(),
    },
    { name: 'refund-decision', path: '/refunds', email: 'finance@demo.test', act: openRefund },
    { name: 'approvals', path: '/approvals', email: 'manager@demo.test' },
    { name: 'guided-steps', path: `${twice}?guide=new`, email: agent, act: (page) => begin(page).waitFor() },
    { name: 'guided-steps-question', path: `${twice}?guide=new`, email: agent, act: answerFirst },
    { name: 'guided-steps-last', path: `${twice}?guide=new`, email: agent, act: answerAll },
    { name: 'settings', path: '/settings', email: admin },
    { name: 'settings-not-allowed', path: '/settings', email: agent },
    {
      name: 'replies-texts',
      path: '/settings/replies?sentence=signature&language=de',
      email: 'manager@demo.test',
      act: replyText,
    },
    { name: 'settings-add-person', path: '/settings/people', email: admin, act: addPerson },
    { name: 'your-account', path: '/settings/account', email: agent },
    {
      name: 'buyer-loading',
      path: buyer,
      email: agent,
      disturb: [always('delay', { ms: 8_000 })],
      act: (page) => page.locator('[aria-busy=true]').first().waitFor(),
    },
    ...stateShots(buyer, renewing),
    { name: 'buyer-service-down', path: buyer, email: agent, disturb: [always('empty500')], act: outage },
    { name: 'find-service-down', path: '/?q=vitor%40example.test', email: agent, disturb: [always('empty500')], act: alert },
    { name: 'buyer-keys-refused', path: buyer, email: agent, disturb: [always('authFailure')], keepDisturbed: true, act: outage },
    { name: 'settings-keys-refused', path: '/settings', email: admin },
  ]
}

async function replyText(page: Page) {
  const form = page.getByRole('form', { name: 'Text, Signature' })
  await form.getByLabel('Text').fill('{agent}\nNorthwind Support')
  await page.getByRole('button', { name: 'Show history' }).click()
  await page.getByText(/^Nobody has changed/).waitFor()
}

async function addPerson(page: Page) {
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name').fill('Ines Dahl')
  await page.getByLabel('E-mail').fill('ines@demo.test')
}

async function openPalette(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('ControlOrMeta+K') // a buyer's page has no bar on a phone
  await page.getByRole('combobox', { name: 'Actions and search' }).waitFor()
}

// Keep, downgrade, a retention offer and two lines together, in three currencies: what the workbench wrote into its address.
const comparison =
  'dpdDNCoJAFAXgV5ED7a5wx9HUWfZDVGKiSMQwC7URAtMW7qJ3D6M2bYULZ3P4ONwnBiitcbT2AdJaENJzlpSFBEGAIKs6bltu3CqSketz5LuRbIUbh_basFg2MmAQPucbY0hjcuTkrJNTuZkB5Xa0_Xgbekeys5gzT_L_QP5JwvtSU0y1Isv36c4LQKGh-Q8xhAZKY5UnIGzLHIRDdoEh1FBM6KDQdyDcofj1Bg'

async function compare(page: Page) {
  const cell = page.getByRole('button', { name: /^Show receipt of D/ }).filter({ hasText: /\d/, visible: true })
  await cell.first().waitFor()
  await page.getByText(/ requests?, /).waitFor()
  await cell.first().click()
}

async function freeze(page: Page) {
  await compare(page)
  const cell = page.getByRole('button', { name: /^Show receipt of C/ })
  await cell.filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Save quote' }).click()
  await page.getByText('Same price.').waitFor()
}

async function fillOrder(page: Page) {
  await page.getByLabel('Return address').waitFor()
  const afresh = page.getByRole('button', { name: 'Start over' })
  if (await afresh.isVisible()) await afresh.click()
  const known = page.getByRole('combobox', { name: 'Buyer' })
  if (await known.isVisible()) await known.selectOption('')
  await page.getByLabel('Product', { exact: true }).fill('NWPLUS12')
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.getByLabel('Quantity').fill(String((widthOf(page) % 9) + 1 + Number(isDark))) // each look is an order of its own
  await page.getByLabel('E-mail').fill('tainara@example.test')
  await page.getByLabel('Return address').fill('https://shop.example.test/thanks?o={orderKey}')
  await page.getByText('Creating the link charges nothing').waitFor()
}

async function makeOrder(page: Page) {
  await fillOrder(page)
  await page.getByRole('button', { name: 'Create payment link' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
}

async function fillRefund(page: Page) {
  await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await dialog.getByLabel('Amount, EUR').fill(`1.${String(widthOf(page)).slice(0, 2)}`) // each look asks for little
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  return dialog
}

async function requestRefund(page: Page) {
  const dialog = await fillRefund(page)
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await dialog.getByText('Refund requested').waitFor()
}

async function openRefund(page: Page) {
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: /^Approve \d/ }).waitFor()
}

const begin = (page: Page) => page.getByRole('button', { name: 'Start: Refund' })

async function answerFirst(page: Page) {
  await begin(page).click()
  await page.getByText('Which charge should be refunded?').waitFor()
}

async function answerAll(page: Page) {
  await answerFirst(page)
  await page.getByRole('radio').first().check() // of two equal charges nobody is chosen beforehand
  await page.getByRole('button', { name: /^Continue/ }).click()
  await page.getByText('How much should be refunded?').waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText('Finance decides').waitFor()
}

async function unfold(page: Page) {
  await page.getByRole('listitem').locator('button[aria-expanded=false]').first().click()
  await page.getByRole('list', { name: /^Attempts of order/ }).waitFor()
}

/** Opens the first of a verb's dialogs, once it foresees something. */
const verb = (words: string) => async (page: Page) => {
  await page.getByRole('button', { name: words, exact: true }).first().click()
  await page.getByRole('dialog').getByText('What happens next').waitFor()
}

async function disableToken(page: Page) {
  await page.locator('aside details summary').first().click()
  await verb('Disable token')(page)
}

async function addDays(page: Page) {
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click()
  await page.locator('[popover]:popover-open').getByRole('button', { name: 'Change end date' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^\+7 days/ })
    .click()
  await page.getByRole('dialog').getByText('Will end').waitFor()
}

const widthOf = (page: Page) => page.viewportSize()?.width ?? 0

// Next has an alert of its own on every page, so the words matter.
const says = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).first().waitFor()
const alert = (page: Page) => says(page, 'The service')
const outage = (page: Page) => page.getByRole('button', { name: 'Try now' }).waitFor()

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
