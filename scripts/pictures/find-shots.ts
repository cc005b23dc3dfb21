import type { Page } from '@playwright/test'
import type { Shot, Story } from './shots'

/** Finding by what is known here: a bank statement, a name, an uploaded list, and a buyer of an account without reads. */
export const findShots = (stories: readonly Story[], first: Story): Shot[] => [
  { name: 'buyer-without-reads', path: '/', email: 'agent@demo.test', act: (page) => typeFact(page, stories) },
  { name: 'directory-statement', path: '/', email: 'agent@demo.test', act: statement(first.buyerId) },
  { name: 'find-message', path: '/', email: 'agent@demo.test', act: pasted(first.buyerId) },
  { name: 'directory-name', path: '/', email: 'agent@demo.test', act: byName },
  { name: 'directory-import', path: '/settings/data', email: 'admin@demo.test', act: upload },
  ...listShots(stories),
]

/** A fact that a person types where nothing can be listed. */
async function typeFact(page: Page, stories: readonly Story[]) {
  const other = stories.find((story) => story.merchantCode !== stories[0]?.merchantCode)
  if (!other) throw new Error('The stand-in has one merchant account only.')
  const { buyerId, merchantCode } = other
  await page.context().addCookies([{ name: 'merchant', value: merchantCode, url: page.url() }])
  await page.goto(`/buyers/${buyerId}`)
  await page.reload() // the first look is what shows that the reads are missing
  await page.getByRole('button', { name: 'Enter a subscription id' }).click()
  await page.getByLabel('Subscription id').fill('36ae4af1-f4ea-432b-9455-56e59a58b2f1')
  await page.getByLabel('End date').fill('2099-01-31')
  await page.getByLabel('Autocharge').selectOption('on')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('there may be others').waitFor()
}

/** The statement's panel with the charges it found, after the buyer has been opened. */
function statement(buyerId: string) {
  return async (page: Page) => {
    await page.goto(`/buyers/${buyerId}`)
    await shows(page, '162.00')
    await page.goto('/')
    await page.getByText('Look up a charge').click()
    await page.getByLabel('Bank statement line').fill('2025-03-05 NW-BILL.EXAMPLE 162,00 BRL card 0119')
    await page.getByRole('button', { name: 'Find charge' }).click()
    await shows(page, 'Amount, last four and descriptor match')
  }
}

/** A message of a customer with the clues read from it, and the answer of the charge it is about. */
function pasted(buyerId: string) {
  return async (page: Page) => {
    await page.goto(`/buyers/${buyerId}`)
    await shows(page, '162.00')
    await page.goto('/')
    await page
      .getByRole('searchbox', { name: 'Find a buyer' })
      .fill(
        'Hi, I was charged 162,00 BRL twice on 4 March 2025, on my visa ending 0119. Please send one back. tainara@example.test',
      )
    await shows(page, 'foi feita uma única cobrança')
  }
}

async function byName(page: Page) {
  await page.getByRole('searchbox', { name: 'Find a buyer' }).fill('tainara')
  await page.keyboard.press('Enter')
  await shows(page, 'Name starts with your search')
}

async function upload(page: Page) {
  const text = 'Buyer ID,Mail,Country\n31d21526-a9d9-4b2f-ae75-32594eee2787,tainara@example.test,BR\nx,y,z\n'
  await page.getByLabel('List of buyers').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await shows(page, 'Checked. Nothing has changed yet.')
}

const shows = (page: Page, words: string) => page.getByText(words).first().waitFor()

/** Lists across buyers, once somebody has opened the buyers of one merchant account. */
const listShots = (stories: readonly Story[]): Shot[] => [
  { name: 'lists', path: '/lists', email: 'manager@demo.test', act: openAll(stories) },
  { name: 'list-doubles', path: '/lists/double-payments', email: 'manager@demo.test' },
  { name: 'list-save-view', path: '/lists/double-payments', email: 'finance@demo.test', act: saveView },
  { name: 'list-handover', path: '/handover', email: 'manager@demo.test' },
  { name: 'list-report', path: '/report', email: 'manager@demo.test' },
  { name: 'list-home', path: '/', email: 'manager@demo.test' },
  { name: 'list-home-agent', path: '/', email: 'agent@demo.test' },
  { name: 'list-empty', path: '/lists/renewals-failed', email: 'agent@demo.test' },
  { name: 'list-blocked', path: '/lists/blocked', email: 'finance@demo.test' },
]

function openAll(stories: readonly Story[]) {
  return async (page: Page) => {
    for (const { buyerId } of stories.filter(({ merchantCode }) => merchantCode === stories[0]?.merchantCode))
      await page.goto(`/buyers/${buyerId}`, { waitUntil: 'networkidle' })
    await page.goto('/lists', { waitUntil: 'networkidle' })
  }
}

async function saveView(page: Page) {
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Doubles of the quarter')
}
