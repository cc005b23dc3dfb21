import type { Page } from '@playwright/test'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const { buyer, order, settledCharge } = ids.cascade
const reply = 'Em 4 de março de 2025 foi feita uma única cobrança de 162,00 BRL.'
const ticket = [
  'Hello,',
  'I was charged 162,00 BRL on 4 March 2025, on my visa ending 0119. Keep this between us.',
  '',
  'Kind regards, Tainara',
  'tainara@example.test',
].join('\n')

const box = (page: Page) => page.getByRole('searchbox', { name: 'Find a buyer' })
const hits = (page: Page) => page.getByRole('region', { name: 'Found' }).getByRole('listitem')
const chips = (page: Page) => page.getByRole('list', { name: 'Read as' }).getByRole('listitem')

/** Waits until the answer is read: for a quarter of a second after it came, Enter still means the search. */
async function answerRead(page: Page): Promise<void> {
  await expect(hits(page).first()).toContainText(reply)
  const came = await page.evaluate(() => performance.now())
  await page.waitForFunction((from) => performance.now() - from > 250, came)
}

/** A person at Find with a text in the clipboard, each of whose actions is counted. */
async function atFind(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await expect(box(page)).toBeFocused()
  let actions = 0
  return {
    press: async (key: string) => {
      actions += 1
      await page.keyboard.press(key)
    },
    actions: () => actions,
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
  }
}

test('a whole message is pasted and its answer copied, in two actions; the message itself is sent nowhere', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const person = await atFind(page, ticket)
  await person.press('ControlOrMeta+V')
  await expect(chips(page)).toHaveText([/162\.00 BRL/, /4 Mar 2025/, /0119/, /tainara@example\.test.*a guess/])
  await expect(hits(page).first()).toContainText(reply)
  await person.press('ControlOrMeta+C')
  await expect(hits(page).first().getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await person.copied()).toContain(reply)
  expect(person.actions()).toBe(2)
  expect(page.url()).toMatch(/\/$/)
  for (const each of sent) expect(decodeURIComponent(each)).not.toMatch(/between us|Hello|regards/)
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  )
  expect(kept).not.toMatch(/between us|tainara/)
})

test('the hit opens at the charge, lit, until its mark is cleared', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const person = await atFind(page, ticket)
  await person.press('ControlOrMeta+V')
  await answerRead(page)
  await person.press('Enter')
  expect(person.actions()).toBe(2)
  await expect(page).toHaveURL(`/buyers/${buyer}?order=${order}&charge=${settledCharge}`)
  const charge = page.getByRole('list', { name: `Attempts of order ${order}` }).locator('[aria-current="true"]')
  await expect(charge).toContainText('settled')
  await expect(charge).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/buyers/${buyer}`)
  await expect(charge).toHaveCount(0)
  await expect(page.getByRole('list', { name: `Attempts of order ${order}` })).toBeVisible()
})

test('a line of a statement is answered among a thousand orders: pasted and copied, two actions', async ({ signedInAs }) => {
  test.setTimeout(120_000) // a thousand orders are read twice
  const page = await signedInAs('agent')
  const { buyer: bram } = ids.longHistory
  await page.goto(`/buyers/${bram}`)
  await expect(page.getByText('Showing all 1,000 orders')).toBeVisible({ timeout: 60_000 })
  const old = await oldestPaid(page, bram)
  const line = `${old.day} ${old.descriptor.toUpperCase()} ${old.amount} EUR CARD 7007`
  const person = await atFind(page, line)
  await expect(async () => {
    await page
      .getByRole('button', { name: 'Clear' })
      .click({ timeout: 500 })
      .catch(() => undefined)
    await box(page).focus()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(hits(page)).toHaveCount(1, { timeout: 2_000 }) // the directory catches up after the answers were sent
  }).toPass()
  await page.reload()
  await expect(box(page)).toBeFocused()
  await person.press('ControlOrMeta+V')
  await expect(hits(page).first()).toContainText(`You were charged ${old.amount} EUR once`, { timeout: 30_000 })
  await person.press('ControlOrMeta+C')
  await expect.poll(person.copied).toContain(`You were charged ${old.amount} EUR once`)
  expect(person.actions()).toBe(2)
})

/** The oldest order that was paid at once, on a day with no other order. */
async function oldestPaid(page: Page, buyerId: string) {
  const orders: OrderOrUnreadable[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await page.request.get(`/api/desk/buyers/${buyerId}/orders${cursor === '' ? '' : `?cursor=${cursor}`}`)
    const piece: { orders: OrderOrUnreadable[]; next: string | null } = await answer.json()
    orders.push(...piece.orders)
    cursor = piece.next
  }
  const paid = orders.flatMap((each) => {
    if ('unreadable' in each || each.charges.length !== 1) return []
    const [charge] = each.charges
    if (charge?.status !== 'settled') return []
    return [{ day: charge.createdAt?.slice(0, 10) ?? '', amount: charge.amount, descriptor: charge.descriptor ?? '' }]
  })
  const days = orders.map((each) => ('unreadable' in each ? '' : each.createdAt?.slice(0, 10)))
  const [oldest] = paid.filter(({ day }) => days.filter((other) => other === day).length === 1).slice(-1)
  if (!oldest) throw new Error('No order is alone on its day')
  return oldest
}

test('last four and amount: pasted and opened at the charge, two actions', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}`)
  await expect(page.locator(`[data-order="${order}"]`)).toBeVisible()
  const person = await atFind(page, '0119 162.00 BRL')
  await expect(async () => {
    await page.goto('/')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+V')
    await expect(hits(page).first()).toContainText('Amount and last four match', { timeout: 2_000 })
  }).toPass()
  await page.reload()
  await expect(box(page)).toBeFocused()
  await person.press('ControlOrMeta+V')
  await answerRead(page)
  await person.press('Enter')
  expect(person.actions()).toBe(2)
  await expect(page).toHaveURL(new RegExp(`/buyers/${buyer}\\?order=${order}&charge=`))
})

test('a clue is left out and searched without; by keyboard alone one goes through the hits and back', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  for (const each of [buyer, ids.settledTwice.buyer]) {
    await page.goto(`/buyers/${each}`)
    await expect(page.locator('[data-order]').first()).toBeVisible()
  }
  await page.goto('/')
  await expect(async () => {
    await box(page).fill('Hello,\nwhat were 162.00 BRL and 42.84 EUR on 15 January?')
    await expect(hits(page).nth(1)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const searched = page.waitForRequest('**/api/desk/search')
  await page.getByRole('button', { name: /^Leave out date 15 Jan/ }).click()
  expect((await searched).postDataJSON().clues).toHaveLength(2)
  await expect(hits(page).nth(1)).toBeVisible()
  await box(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(hits(page).nth(1).getByRole('link')).toBeFocused()
  await expect(hits(page).nth(1).getByRole('button', { name: 'Copy reply' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(box(page)).toBeFocused()
})

test('where the service is away, the hit says what is known of the charge and gives no reply', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}`)
  await expect(page.locator(`[data-order="${order}"]`)).toBeVisible()
  await page.goto('/')
  await expect(async () => {
    await box(page).fill('0119 162.00 BRL')
    await expect(hits(page).first()).toContainText('paid on 4 Mar 2025', { timeout: 2_000 })
  }).toPass()
  await standin.fault('getChargeHistory', 'empty500', { times: 30 })
  await page.reload()
  await box(page).fill('0119 162.00 BRL')
  await expect(hits(page).first().getByRole('alert')).toContainText(
    /so there’s no reply.*Counterfoil last loaded it on .*, as settled/,
  )
  await expect(page.getByRole('button', { name: 'Copy reply' })).toHaveCount(0)
})

for (const width of [390, 1024, 1440])
  test(`a message and its answer fit ${width} px, and axe finds nothing`, async ({ signedInAs }) => {
    const page = await signedInAs('agent')
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await box(page).fill(ticket.replaceAll('\n', ' '))
    await expect(hits(page).first()).toContainText(reply)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await axeFindsNothing(page)
  })
