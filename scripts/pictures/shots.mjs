import { seenShots } from './seen-shots.mjs'

/**
 * One picture: where it is taken, by whom, and what is done before. `disturb` makes the service misbehave first; with
 * `keepDisturbed` the next picture still shows what the dashboard remembers of it.
 * @typedef {{ name: string, path: string, email?: string, disturb?: object[], keepDisturbed?: boolean, act?: (page: import('@playwright/test').Page) => Promise<unknown> }} Shot
 */

const agent = 'agent@demo.test'
const admin = 'admin@demo.test'

/** @param {{ name: string, merchantCode: string, buyerId: string }[]} stories */
export function shotsOf(stories) {
  const [first] = stories
  const buyer = `/buyers/${first.buyerId}`
  const twice = `/buyers/${stories.find(({ name }) => name === 'Settled twice').buyerId}`
  const always = (fault, more) => ({ operation: '*', fault, times: 999, ...more })
  const refuse = async (page) => {
    // Many tries with one e-mail are slowed down, and then the page says something else.
    await page.getByLabel('E-mail').fill(`stranger${page.viewportSize().width}@demo.test`)
    await page.getByLabel('Password').fill('not the right password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await says(page, 'not right')
  }
  /** @type {Shot[]} */
  const shots = [
    { name: 'sign-in', path: '/sign-in' },
    { name: 'sign-in-refused', path: '/sign-in', act: refuse },
    { name: 'sign-in-idle', path: '/sign-in?reason=idle' },
    { name: 'not-found', path: '/nowhere', email: agent },
    { name: 'find-first-time', path: '/', email: 'second.agent@demo.test' },
    ...stories
      .filter(({ merchantCode }) => merchantCode === first.merchantCode)
      .map(({ name, buyerId }) => ({ name: `buyer-${slug(name)}`, path: `/buyers/${buyerId}`, email: agent })),
    { name: 'buyer-order-unfolded', path: buyer, email: agent, act: unfold },
    { name: 'buyer-with-ticket', path: `${buyer}?ticket=T-4711`, email: agent },
    { name: 'palette', path: buyer, email: agent, act: openPalette },
    { name: 'buyer-without-reads', path: '/', email: agent, act: (page) => typeFact(page, stories) },
    { name: 'find', path: '/', email: agent },
    { name: 'directory-statement', path: '/', email: agent, act: statement(first.buyerId) },
    { name: 'directory-name', path: '/', email: agent, act: byName },
    { name: 'directory-import', path: '/settings', email: admin, act: upload },
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
      act: (page) => page.getByText('Nothing found').waitFor(),
    },
    { name: 'buyer-turn-on-autocharge', path: buyer, email: agent, act: verb('Turn on autocharge') },
    { name: 'buyer-disable-token', path: buyer, email: agent, act: verb('Disable token') },
    ...seenShots(buyer),
    { name: 'new-buyer', path: '/buyers/new', email: agent },
    { name: 'journal', path: '/journal', email: agent },
    { name: 'prices-empty', path: '/prices', email: agent },
    { name: 'prices-compared', path: `${buyer}/prices?w=${comparison}`, email: agent, act: compare },
    { name: 'order-new', path: '/orders/new', email: agent, act: fillOrder },
    { name: 'order-made', path: '/orders/new', email: agent, act: makeOrder },
    { name: 'quote', path: `${buyer}/prices?w=${comparison}`, email: agent, act: freeze },
    { name: 'refund-request', path: twice, email: agent, act: fillRefund },
    { name: 'refund-requested', path: twice, email: agent, act: requestRefund },
    {
      name: 'refunds',
      path: '/refunds',
      email: 'finance@demo.test',
      act: (page) => page.locator('[data-refund]').first().waitFor(),
    },
    { name: 'refund-decision', path: '/refunds', email: 'finance@demo.test', act: openRefund },
    { name: 'guided-steps', path: `${twice}?guide=new`, email: agent, act: (page) => begin(page).waitFor() },
    { name: 'guided-steps-question', path: `${twice}?guide=new`, email: agent, act: answerFirst },
    { name: 'settings', path: '/settings', email: admin },
    { name: 'settings-not-allowed', path: '/settings', email: agent },
    { name: 'settings-add-person', path: '/settings', email: admin, act: addPerson },
    { name: 'your-account', path: '/settings/account', email: agent },
    {
      name: 'buyer-loading',
      path: buyer,
      email: agent,
      disturb: [always('delay', { ms: 8_000 })],
      act: (page) => page.locator('[aria-busy=true]').first().waitFor(),
    },
    { name: 'buyer-service-down', path: buyer, email: agent, disturb: [always('empty500')], act: alert },
    { name: 'find-service-down', path: '/?q=tainara%40example.test', email: agent, disturb: [always('empty500')], act: alert },
    { name: 'buyer-keys-refused', path: buyer, email: agent, disturb: [always('authFailure')], keepDisturbed: true, act: alert },
    { name: 'settings-keys-refused', path: '/settings', email: admin },
  ]
  return shots
}

async function addPerson(page) {
  await page.getByRole('button', { name: 'Add a person' }).click()
  await page.getByLabel('Name').fill('Ines Dahl')
  await page.getByLabel('E-mail').fill('ines@demo.test')
}

async function openPalette(page) {
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Actions and search' }).click()
  await page.getByRole('combobox', { name: 'Actions and search' }).waitFor()
}

/** A fact that a person types where nothing can be listed. */
async function typeFact(page, stories) {
  const { buyerId, merchantCode } = stories.find((story) => story.merchantCode !== stories[0].merchantCode)
  await page.context().addCookies([{ name: 'merchant', value: merchantCode, url: page.url() }])
  await page.goto(`/buyers/${buyerId}`)
  await page.reload() // the first look is what shows that the reads are missing
  await page.getByRole('button', { name: 'Type a subscription id' }).click()
  await page.getByLabel('Subscription id').fill('36ae4af1-f4ea-432b-9455-56e59a58b2f1')
  await page.getByLabel('End date').fill('2099-01-31')
  await page.getByLabel('Autocharge is').selectOption('on')
  await page.getByRole('button', { name: 'Keep as typed' }).click()
  await page.getByText('there may be others').waitFor()
}

// Keep, downgrade, a retention offer and two lines together, in three currencies: what the workbench wrote into its address.
const comparison =
  'dpdDNCoJAFAXgV5ED7a5wx9HUWfZDVGKiSMQwC7URAtMW7qJ3D6M2bYULZ3P4ONwnBiitcbT2AdJaENJzlpSFBEGAIKs6bltu3CqSketz5LuRbIUbh_basFg2MmAQPucbY0hjcuTkrJNTuZkB5Xa0_Xgbekeys5gzT_L_QP5JwvtSU0y1Isv36c4LQKGh-Q8xhAZKY5UnIGzLHIRDdoEh1FBM6KDQdyDcofj1Bg'

async function compare(page) {
  // Read by the browser alone: from then on the page answers keys.
  await page
    .getByRole('option', { name: /^Northwind Plus 3 months, ends/ })
    .first()
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Control+Enter')
  const row = page.getByRole('button', { name: 'Receipt of D in BRL' })
  await row.filter({ hasText: /\d/ }).waitFor()
  await page.getByRole('status').filter({ hasText: 'as of' }).waitFor()
  await row.click()
}

async function freeze(page) {
  await compare(page)
  await page.getByRole('button', { name: 'Receipt of C in BRL' }).click()
  await page.getByRole('button', { name: 'Freeze quote' }).click()
  await page.getByText('Nothing has moved').waitFor()
}

async function fillOrder(page) {
  await page.getByLabel('Return address').waitFor()
  const afresh = page.getByRole('button', { name: 'Start afresh' })
  if (await afresh.isVisible()) await afresh.click()
  const known = page.getByRole('combobox', { name: 'Buyer' })
  if (await known.isVisible()) await known.selectOption('')
  await page.getByLabel('Product', { exact: true }).fill('NWPLUS12')
  await page.getByLabel('Quantity').fill(String((page.viewportSize().width % 9) + 1)) // each look is an order of its own
  await page.getByLabel('E-mail').fill('tainara@example.test')
  await page.getByLabel('Return address').fill('https://shop.example.test/thanks?o={orderKey}')
  await page.getByText('It makes a payment link').waitFor()
}

async function makeOrder(page) {
  await fillOrder(page)
  await page.getByRole('button', { name: 'Create payment link' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
}

async function fillRefund(page) {
  await page.locator('[data-order-row]').filter({ hasText: 'Settled twice' }).click()
  await page.getByRole('button', { name: 'Request refund' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Request refund' })
  await dialog.getByLabel('Amount, EUR').fill(`1.${String(page.viewportSize().width).slice(0, 2)}`) // each look asks for little
  await dialog.getByRole('button', { name: 'Paid twice' }).click()
  return dialog
}

async function requestRefund(page) {
  const dialog = await fillRefund(page)
  await dialog.getByRole('button', { name: 'Request refund' }).click()
  await dialog.getByText('The refund is requested').waitFor()
}

async function openRefund(page) {
  await page.locator('[data-refund]').first().click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
}

const begin = (page) => page.getByRole('button', { name: 'Begin: They want money back' })

async function answerFirst(page) {
  await begin(page).click()
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Why do they want it back?').waitFor()
  await page.getByRole('radio').first().check()
}

async function unfold(page) {
  await page.getByRole('listitem').locator('button[aria-expanded=false]').first().click()
  await page.getByRole('list', { name: /^Attempts of order/ }).waitFor()
}

/** Opens the first of a verb's dialogs, once it foresees something. */
const verb = (words) => async (page) => {
  await page.getByRole('button', { name: words, exact: true }).first().click()
  await page.getByRole('dialog').getByText('What happens later').waitFor()
}

// Next has an alert of its own on every page, so the words matter.
const says = (page, words) => page.getByRole('alert').filter({ hasText: words }).first().waitFor()
const alert = (page) => says(page, 'The service')

const slug = (name) =>
  name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')

const shows = (page, words) => page.getByText(words).first().waitFor()

/** The statement's panel with the charges it found, after the buyer has been opened. */
function statement(buyerId) {
  return async (page) => {
    await page.goto(`/buyers/${buyerId}`)
    await shows(page, '162.00')
    await page.goto('/')
    await page.getByText('What is this charge?').click()
    await page.getByLabel('Line of the bank statement').fill('2025-03-05 NW-BILL.EXAMPLE 162,00 BRL card 0119')
    await page.getByRole('button', { name: 'Find the charge' }).click()
    await shows(page, 'Amount exact')
  }
}

async function byName(page) {
  await page.getByRole('searchbox', { name: 'Find a buyer' }).fill('tainara')
  await page.keyboard.press('Enter')
  await shows(page, 'Name begins with it')
}

async function upload(page) {
  const text = 'Buyer ID,Mail,Country\n31d21526-a9d9-4b2f-ae75-32594eee2787,tainara@example.test,BR\nx,y,z\n'
  await page.getByLabel('List of buyers').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await shows(page, 'Checked, nothing changed yet')
}
