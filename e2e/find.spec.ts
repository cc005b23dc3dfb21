import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const buyer = ids.cascade.buyer
const findBox = { name: 'Find a buyer' }

test('a buyer id opens the buyer without a search', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  await page.getByRole('searchbox', findBox).fill(` ${buyer.toUpperCase()} `)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/buyers/${buyer}`)
  await expect(page.getByRole('heading', { name: 'Charge history' })).toBeVisible()
  expect(await standin.requests('findBuyerByEmail')).toEqual([])
})

test('an e-mail opens the buyer who has exactly this one', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  await page.getByRole('searchbox', findBox).fill('tainara@example.test')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/buyers/${buyer}`)
})

test('an e-mail that no buyer has says so and keeps what was typed', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  await page.getByRole('searchbox', findBox).fill('stranger@example.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No buyer on Northwind has exactly this e-mail address.')).toBeVisible()
  await expect(page.getByRole('searchbox', findBox)).toHaveValue('stranger@example.test')
})

test('while typing, the box says what it reads', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  const box = page.getByRole('searchbox', findBox)
  for (const [typed, reading] of [
    ['4242', 'last four digits of a card'],
    ['Wq7LmR2x', 'order id'],
    ['tainara@example.test', 'e-mail'],
    [buyer, 'buyer, charge or subscription id'],
  ] as const) {
    await box.fill(typed)
    await expect(page.getByRole('status').filter({ hasText: 'Read as' })).toContainText(reading)
  }
  await box.fill('04.03.2025 NB*northwind 162,00 BRL')
  await expect(page.getByRole('list', { name: 'Read as' }).getByRole('listitem')).toHaveText([
    /date.*4 Mar 2025/,
    /amount.*162\.00 BRL/,
    /words.*NB\*northwind.*a guess/,
  ])
})

test('a link of a ticket opens the one hit, with the ticket and without the e-mail in the address', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/?q=tainara%40example.test&ticket=T-4711')
  await expect(page).toHaveURL(`/buyers/${buyer}?ticket=T-4711`)
  await expect(page.getByText('T-4711').first()).toBeVisible()
})

test('a link of a ticket that finds nobody leaves no e-mail in the address', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/?q=stranger%40example.test&ticket=T-4712')
  await expect(page.getByText('No buyer on Northwind has exactly this e-mail address.')).toBeVisible()
  await expect(page).toHaveURL('/?ticket=T-4712')
  await expect(page.getByRole('searchbox', findBox)).toHaveValue('stranger@example.test')
})

test('a buyer who was opened stands first among the recent ones, masked', async ({ signedInAs }) => {
  const page = await signedInAs('manager')
  for (const id of [ids.settledTwice.buyer, buyer]) {
    await page.goto(`/buyers/${id}`)
    await expect(page.getByRole('heading', { name: 'Charge history' })).toBeVisible()
  }
  await page.goto('/')
  const recent = page.getByRole('region', { name: 'Recent buyers' }).getByRole('listitem')
  await expect(recent.first()).toContainText(/^t•+a@/)
  await recent.first().getByRole('link').click()
  await expect(page).toHaveURL(`/buyers/${buyer}`)
})

test('a service that is down is named as that, and a later try finds the buyer', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await standin.fault('findBuyerByEmail', 'empty500', { times: 3 })
  await page.goto('/')
  await page.getByRole('searchbox', findBox).fill('vitor@example.test') // whom nobody has opened here
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t reach the service' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/buyers/${ids.oldVoucher.buyer}`)
})

test('at another merchant account the same box says what it cannot do', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/')
  await page.getByRole('combobox', { name: 'Merchant account' }).selectOption('Southbay')
  await expect(page.getByText('Searches Southbay')).toBeVisible()
  await page.getByRole('searchbox', findBox).fill('noor@example.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Southbay can’t search by e-mail. Enter the buyer id.')).toBeVisible()
})
