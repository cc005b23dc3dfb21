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
    { name: 'settings', path: '/settings', email: admin },
    { name: 'settings-not-allowed', path: '/settings', email: agent },
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

async function unfold(page) {
  await page.getByRole('listitem').locator('button[aria-expanded=false]').first().click()
  await page.getByRole('list', { name: /^Attempts of order/ }).waitFor()
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
