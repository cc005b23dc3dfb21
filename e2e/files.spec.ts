import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { choose } from './choose'
import { expect, test } from './fixtures'

const { buyer } = ids.cascade

async function openExport(page: Page, buyerId: string = buyer) {
  await page.goto(`/buyers/${buyerId}`)
  await page.getByRole('button', { name: 'More for orders' }).click()
  await choose(page.getByRole('button', { name: 'Export CSV' }))
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function taken(page: Page, act: () => Promise<void>): Promise<Uint8Array> {
  const download = page.waitForEvent('download')
  await act()
  return new Uint8Array(readFileSync(await (await download).path()))
}

test('a charge history is exported by keyboard alone, and every order of it stands in the file', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${ids.longHistory.buyer}`)
  const button = page.getByRole('button', { name: 'More for orders' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export CSV' })
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  const bytes = await taken(page, async () => {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Export CSV' })).toBeFocused()
    await page.keyboard.press('Enter')
  })
  const rows: string[][] = parse(Buffer.from(bytes), { bom: true, relax_column_count: true })
  expect(rows[0]?.slice(0, 2)).toEqual(['order', 'order time (service time)'])
  expect(rows).toHaveLength(1_003)
  expect(rows.at(-2)).toEqual(['1,000 rows of 1,000 orders, no order left out. Amounts don’t subtract refunds.'])
  expect(rows.at(-1)?.[0]).toContain(`Orders of buyer ${ids.longHistory.buyer} on northwind, all dates, as of`)
  await expect(dialog.getByRole('status')).toContainText('The journal records this export')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
})

test('rows, columns, zone and format are chosen, and the file is as chosen', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const dialog = await openExport(page)
  await dialog.getByRole('button', { name: 'Attempts' }).click()
  await dialog.getByRole('button', { name: 'None', exact: true }).click()
  await dialog.getByLabel('charge time').check()
  await dialog.getByLabel('amount', { exact: true }).check()
  await dialog.getByLabel('Time zone').selectOption('UTC')
  const bytes = await taken(page, () => dialog.getByRole('button', { name: 'Export CSV' }).click())
  const rows: string[][] = parse(Buffer.from(bytes), { bom: true, relax_column_count: true })
  expect(rows[0]).toEqual(['charge time (UTC)', 'amount', 'note'])
  expect(rows[1]?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await dialog.getByLabel('Format').selectOption('xlsx')
  const workbook = page.getByRole('dialog', { name: 'Export XLSX' })
  const packed = await taken(page, () => workbook.getByRole('button', { name: 'Export XLSX' }).click())
  expect(strFromU8(unzipSync(packed)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('<v>')
})

test('a file that is cut short on its way is neither saved nor said to be', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  const dialog = await openExport(page, ids.longHistory.buyer)
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  const address = '**/api/desk/buyers/*/export'
  await page.route(address, async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    await route.fulfill({ response: answer, body: body.subarray(0, body.length / 2) })
  })
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The file arrived incomplete, so it wasn’t saved. Export it again.')
  expect(downloads).toBe(0)
  await page.unroute(address)
  await taken(page, () => dialog.getByRole('button', { name: 'Export CSV' }).click())
  await expect(dialog.getByRole('status')).toContainText('The journal records this export')
})

test('a pack is made, found sound, and refused once a byte of it is another', async ({ signedInAs }, testInfo) => {
  const page = await signedInAs('finance')
  await page.goto(`/buyers/${buyer}`)
  await page.getByRole('button', { name: 'More for orders' }).click()
  await choose(page.getByRole('button', { name: 'Create evidence pack' }))
  const dialog = page.getByRole('dialog', { name: 'Evidence pack' })
  await dialog.getByLabel('Audience').selectOption('For the bank')
  await expect(dialog.getByRole('button', { name: 'Create evidence pack' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Reason').fill('Dispute 12 of the bank')
  const bytes = await taken(page, () => dialog.getByRole('button', { name: 'Create evidence pack' }).click())
  const files = unzipSync(bytes)
  expect(strFromU8(files['summary.html'] ?? new Uint8Array())).toContain('For the bank')

  const whole = testInfo.outputPath('pack.zip')
  writeFileSync(whole, bytes)
  const orders = (files['orders.json'] ?? new Uint8Array()).slice()
  orders[10] = (orders[10] ?? 0) ^ 1
  const flipped = testInfo.outputPath('flipped.zip')
  writeFileSync(flipped, zipSync({ ...files, 'orders.json': orders }))

  await page.goto('/evidence')
  await page.getByLabel('Drop an evidence pack here').setInputFiles(whole)
  const sound = page.getByRole('region', { name: 'pack.zip' })
  await expect(sound.getByRole('status')).toContainText(
    /Unchanged since it was made.*All \d files match\. Made by .+, about t\S+@/s,
  )
  await expect(sound.getByRole('row', { name: /manifest\.json/ })).toContainText('signed here')
  await dropped(page, flipped)
  const wrong = page.getByRole('region', { name: 'flipped.zip' })
  await expect(wrong.getByRole('alert')).toContainText('One file was changed')
  await expect(wrong.getByRole('row', { name: /orders\.json/ })).toContainText('changed')
  const foreign = testInfo.outputPath('foreign.zip')
  writeFileSync(foreign, zipSync({ ...files, 'manifest.sig': strToU8('0'.repeat(64)) }))
  await dropped(page, foreign)
  await expect(page.getByRole('region', { name: 'foreign.zip' })).toContainText('This Counterfoil didn’t make it')
  await expect(page.getByRole('region', { name: 'Checks' }).getByRole('region')).toHaveCount(3)
  await axeFindsNothing(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

/** Drops a file where packs are dropped. */
async function dropped(page: Page, path: string): Promise<void> {
  const given = { text: readFileSync(path).toString('base64'), name: basename(path) }
  const data = await page.evaluateHandle(({ text, name }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name))
    return transfer
  }, given)
  await page.getByText('Drop an evidence pack here').dispatchEvent('drop', { dataTransfer: data })
}

/** How wide a page gets when each of its texts is one long word, as names of companies and products may be. */
const widthWithLongWords = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
    while (texts.nextNode())
      if (texts.currentNode.parentElement?.closest('a, p, bdi, b, dd')) texts.currentNode.textContent = long
    return document.documentElement.scrollWidth
  })

test('a manager writes the letterhead, and a statement has it, with the sum first and its own paper', async ({ signedInAs }) => {
  const manager = await signedInAs('manager')
  await manager.goto('/settings/letterhead')
  const form = manager.getByRole('form', { name: 'Letterhead' })
  await form.getByLabel('Name').fill('Northwind GmbH')
  await form.getByLabel('Address').fill('Quay 1\n1015 Amsterdam')
  await form.getByLabel('Tax number').fill('NL001')
  await form.getByRole('button', { name: 'Save letterhead' }).click()
  await expect(form.getByRole('status')).toHaveText('Saved')

  const page = await signedInAs('finance')
  await page.goto(`/buyers/${buyer}/statement?ticket=T-4711`)
  const sheet = page.getByRole('article', { name: 'Statement on paper' })
  await expect(sheet.getByRole('heading', { name: 'Statement of charges' })).toBeVisible()
  await expect(sheet).toContainText('Northwind GmbHQuay 11015 AmsterdamTax number NL001')
  await expect(sheet).toContainText(/Received in this period\s*[\d.,]+ BRL/)
  await expect(sheet).toContainText(
    /Dates are those of the payment service, treated as UTC\. This isn’t an invoice\. Reference T-4711\./,
  )
  await expect(sheet).toContainText('no order left out')
  await axeFindsNothing(page)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await widthWithLongWords(page)).toBe(390)
  await page.reload()
  await page.getByLabel('From', { exact: true }).fill('2001-01-01')
  await page.getByLabel('To', { exact: true }).fill('2001-01-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveTitle(/^northwind_[0-9a-f]{8}_2001-01-01_2001-01-31_T-4711_statement$/)
  await expect(sheet).toContainText('No orders in this period.')
  await page.goto(`/buyers/${buyer}/statement?month=2026-13`)
  await expect(page.getByRole('alert').filter({ hasText: '“2026-13” in the address isn’t a month' })).toContainText(
    'Choose the days above.',
  )
  await expect(sheet).toHaveCount(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Letter', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Letter', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await expect(sheet).toContainText('0 rows of 0 orders')
  // On paper nothing but the sheet.
  await expect(page.getByRole('banner')).toHaveCount(0)
})

test('axe finds nothing on the dialogs of files', async ({ signedInAs }) => {
  test.slow() // axe looks many times
  const page = await signedInAs('finance')
  const dialog = await openExport(page)
  await axeFindsNothing(page)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'More for orders' }).click()
  await choose(page.getByRole('button', { name: 'Create evidence pack' }))
  await expect(page.getByRole('dialog', { name: 'Evidence pack' })).toBeVisible()
  await axeFindsNothing(page)
})
