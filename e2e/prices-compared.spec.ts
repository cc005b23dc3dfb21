import type { Locator } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'
import { pricesPath, renewal } from './price-link'
import { bodies, cell, discount, done, edit, product, receipt, settled } from './price-page'

const { buyer } = ids.cascade
const prices = `/buyers/${buyer}/prices`

/** Runs in the page: slides one step after the other, as a hand does, without a rest. */
function slideTo(slider: HTMLElement | SVGElement, to: number): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  for (let at = 1; at <= to; at += 1) {
    set?.call(slider, String(at))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

test('six options in four currencies take sixteen acts at most, fit at 1440, and a link prices them in as few requests as the rules allow', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  await page.setViewportSize({ width: 1440, height: 900 })
  let acts = 0
  const click = (target: Locator) => {
    acts += 1
    return target.click()
  }
  const type = (target: Locator, text: string) => {
    acts += 1
    return target.fill(text)
  }
  await page.goto(prices)
  await expect(cell(page, 'A in BRL')).toContainText(/\d/) // their own renewal stands there without an act
  await click(page.getByRole('button', { name: 'Add an option' }).first())
  for (const [letter, code] of Object.entries({ B: 'NWPLUS1', C: 'NWPLUS12', D: 'NWPRO1', E: 'NWPRO3', F: 'NWPRO12' })) {
    await expect(product(page, letter)).toBeFocused()
    await type(product(page, letter), code)
    await click(page.getByRole('button', { name: letter === 'F' ? 'Done' : 'Add another option' }))
  }
  await type(page.getByLabel('Currency', { exact: true }), 'EUR USD GBP')
  await settled(page)
  expect(acts).toBeLessThanOrEqual(16)
  const cells = page.locator('td button')
  await expect(cells).toHaveCount(24)
  await expect(cells.filter({ hasText: /\d/ })).toHaveCount(24)

  const table = page.getByRole('table', { name: 'Prices by option and currency' })
  const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  const isScrolled = () => table.evaluate(({ parentElement: box }) => box !== null && box.scrollWidth > box.clientWidth)
  expect(await widths()).toEqual([1440, 1440])
  expect(await isScrolled()).toBe(false)
  for (const each of await cells.all())
    expect(await each.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true)
  expect((await table.boundingBox())?.y).toBeLessThan(260)

  await expect(page).toHaveURL(/w=/)
  const before = (await bodies(standin)).length
  await page.reload()
  await settled(page)
  // Purchases share one request a currency with the renewal, and today's price is that renewal's.
  expect(await bodies(standin)).toHaveLength(before + 4)
  await expect(page.getByText(/^28 prices, 4 requests, /)).toBeVisible()

  await page.getByLabel('Currency', { exact: true }).fill('JPY KWD')
  await settled(page)
  expect(await isScrolled()).toBe(true)
  const first = page.getByRole('rowheader').nth(2)
  const at = await first.boundingBox()
  await table.evaluate(({ parentElement: box }) => box?.scrollTo({ left: 400 }))
  expect((await first.boundingBox())?.x).toBe(at?.x)
  expect(await widths()).toEqual([1440, 1440])
})

test('a first order is told beside what renewing costs now, and only what replaces the subscription is set against that', async ({
  signedInAs,
}) => {
  const page = await signedInAs('manager')
  const { buyer: german, cancelledSubscription: subscription } = ids.cancelledAndFrozen
  const own = { action: 'renew', product: 'NWPLUS3', subscription, discount: '20' } as const
  await page.goto(pricesPath([[own], [{ product: 'NWPLUS12' }], [{ product: 'NWPLUS1' }]], ['EUR', 'BRL'], { buyer: german }))
  await settled(page)
  const today = page.getByRole('row').nth(1)
  await expect(today.getByRole('rowheader')).toContainText('What renewing costs now, autocharge off')
  await expect(today.getByRole('cell').nth(0)).toContainText(/53\.55 EURpriced now, last paid 53\.55 EUR17\.85 a month/)
  await expect(today.getByRole('cell').nth(1)).toContainText(/714\.00 BRLpriced now238\.00 a month/)
  await expect(cell(page, 'A in EUR')).toContainText(/42\.84 EUR14\.28 a monthsaves 10\.71 in 3 months/)
  await expect(cell(page, 'A in BRL')).toContainText(/571\.20 BRL190\.40 a monthsaves 142\.80 in 3 months/)
  await expect(cell(page, 'B in EUR')).toContainText(/142\.80 EUR11\.90 a monthadds to what they pay today/)
  await expect(cell(page, 'C in EUR')).toContainText(/21\.42 EURone monthadds to what they pay today/)
  for (const letter of ['A', 'C']) await expect(cell(page, `${letter} in BRL`)).not.toContainText('year')
  await cell(page, 'B in EUR').click()
  await expect(receipt(page)).toContainText('That’s 11.90 EUR a month. A purchase doesn’t replace their subscription')
  const reply = page.getByRole('region', { name: 'What to tell the customer' })
  await page.getByLabel('Language of the reply').selectOption('en')
  await expect(reply).toContainText('costs 142.80 EUR. This includes tax.')
  await expect(reply).not.toContainText('than you pay now')

  // Arrow keys carry the chosen price and its receipt; only one cell is in the order of Tab.
  await cell(page, 'B in EUR').focus()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'C in EUR')).toBeFocused()
  await expect(receipt(page)).toContainText('21.42')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, 'A in BRL')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, 'A in EUR')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('td button[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Edit option A/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Edit option A/ })).toBeFocused()
})

test('below renewing now and above the last payment says both, and a renewal with a purchase is compared as one sum', async ({
  signedInAs,
}) => {
  const page = await signedInAs('manager')
  const { buyer: dinar, subscription } = ids.dinar
  const own = { action: 'renew', product: 'NWPLUS12', subscription } as const
  await page.goto(pricesPath([[{ ...own, discount: '5' }], [own, { product: 'NWPRO12' }]], ['KWD'], { buyer: dinar }))
  await settled(page)
  await expect(page.getByRole('row').nth(1)).toContainText('40.125 KWDpriced now, last paid 36.112 KWD with a discount')
  await expect(cell(page, 'A in KWD')).toContainText(
    'saves 2.006 a year against renewing now2.007 more a year than they last paid',
  )
  await expect(receipt(page)).toContainText('than they last paid, which was 36.112 KWD with a discount.')
  await page.getByLabel('Language of the reply').selectOption('en')
  const reply = page.getByRole('region', { name: 'What to tell the customer' })
  await expect(reply).toContainText('costs 38.119 KWD.')
  await expect(reply).not.toContainText('less')
  await expect(cell(page, 'B in KWD')).toContainText(/more a year.*replaces what they pay today, with the purchase on top$/)
})

test('an account that can’t list subscriptions says so on the first visit and on the next', async ({ signedInAs, standin }) => {
  const page = await signedInAs('manager')
  await page.goto('/')
  await page.context().addCookies([{ name: 'merchant', value: 'southbay', url: page.url() }])
  for (const _ of ['first', 'next']) {
    await page.goto(`/buyers/${ids.southbayReader.buyer}/prices`)
    await expect(page.getByText(/^This merchant account can’t list subscriptions, so we don’t know/)).toBeVisible()
    await expect(page.getByText(/couldn’t read/)).toHaveCount(0)
  }
  const tries = (await standin.requests('listSubscriptions')).length
  await page.reload()
  await expect(page.getByText(/^This merchant account can’t list subscriptions/)).toBeVisible()
  expect(await standin.requests('listSubscriptions')).toHaveLength(tries)
})

test('the common discount is sent once it rests, leaves an option with its own alone, and no late answer takes the place of a newer one', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('manager')
  await page.goto(pricesPath([[{ product: 'NWPLUS12' }], [{ product: 'NWPLUS12', discount: '10' }]], ['EUR', 'USD']))
  await settled(page)
  await expect(cell(page, 'A in EUR')).toContainText('120.00')
  await standin.fault('getOneClickPrices', 'hold', { times: 2 })
  const before = (await bodies(standin)).length
  await page.getByRole('slider', { name: 'Common discount' }).evaluate(slideTo, 20)
  await expect(discount(page)).toHaveValue('20')
  await expect(cell(page, 'A in EUR')).toHaveAttribute('aria-busy', 'true')
  await expect(cell(page, 'A in EUR')).toContainText('120.00')
  await expect(cell(page, 'B in EUR')).not.toHaveAttribute('aria-busy', 'true')
  await expect.poll(async () => (await bodies(standin)).length).toBe(before + 2)
  await discount(page).fill('50')
  await expect(cell(page, 'A in EUR')).toContainText('60.00')
  await standin.release()
  await settled(page)
  const sent = (await bodies(standin)).slice(before)
  expect(sent).toHaveLength(4)
  expect(
    sent.map(
      (body) => JSON.parse(body).bundles.flatMap(({ products }: { products: { discount: number }[] }) => products)[0].discount,
    ),
  ).toEqual([20, 20, 50, 50])
  await expect(cell(page, 'A in EUR')).toContainText('60.00')
  await expect(cell(page, 'B in EUR')).toContainText('108.00')

  await discount(page).fill('100')
  await expect(page.getByText('Enter a percentage from 0.01 to 99.99')).toBeVisible()
  await discount(page).fill('99.99')
  await expect(cell(page, 'A in EUR')).toContainText('0.01')
  expect(await bodies(standin)).toHaveLength(before + 6)
})

test('axe finds nothing on a comparison, its drawer and its cards on a phone, where nothing scrolls sideways', async ({
  signedInAs,
}) => {
  const page = await signedInAs('manager')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(
    pricesPath([[renewal()], [{ product: 'NWPLUS12', discount: '10' }], [{ product: 'NOSUCH' }]], ['BRL', 'EUR'], {
      discount: '20',
    }),
  )
  await settled(page)
  await axeFindsNothing(page)
  await edit(page, 'A')
  await axeFindsNothing(page)
  await done(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('table', { name: 'Prices by option and currency' })).toHaveCount(0)
  const card = page.getByRole('article').filter({ hasText: 'Plus 12' })
  await page.getByRole('group', { name: 'Currency shown' }).getByRole('button', { name: 'EUR' }).click()
  await expect(card).toContainText(/108\.00 EUR9\.00 a month/)
  await card.getByRole('button', { name: /^Show receipt of B/ }).click()
  await expect(receipt(page)).toContainText('108.00')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await axeFindsNothing(page)
})
