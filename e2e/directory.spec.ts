import { ids } from '@/standin/seed/stories'
import { expect, test } from './fixtures'

const buyer = ids.cascade.buyer
const findBox = { name: 'Find a buyer' }

test('a buyer whose history has been opened is found by order, statement line and name', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}`)
  await expect(page.locator(`[data-order="${ids.cascade.order}"]`)).toBeVisible()
  await page.goto('/')
  const box = page.getByRole('searchbox', findBox)
  await box.fill('tainara')
  // The directory catches up after the answer has been sent.
  await expect(async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: /Name starts with your search/ }).first()).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await box.fill('2025-03-04 NW-BILL.EXAMPLE 162,00 BRL')
  const hit = page.getByRole('listitem').filter({ hasText: 'Amount, date and descriptor match' })
  await expect(hit).toContainText('162.00 BRL')
  await box.fill(ids.cascade.order)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/buyers/${buyer}`)
})

test('what somebody knows of a charge is enough to find it, and a clue that is none says so', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(`/buyers/${buyer}`)
  await expect(page.locator(`[data-order="${ids.cascade.order}"]`)).toBeVisible()
  await page.goto('/')
  await page.getByText('Look up a charge').click()
  await page.getByLabel('Last four').fill('011')
  await page.getByRole('button', { name: 'Find charge' }).click()
  await expect(page.getByText('Enter four digits')).toBeVisible()
  await page.getByLabel('Last four').fill('0119')
  await page.getByLabel('Amount').fill('162')
  await page.getByLabel('Date').fill('2025-03-05')
  await expect(async () => {
    await page.getByRole('button', { name: 'Find charge' }).click()
    const hits = page.getByRole('listitem').filter({ hasText: 'Amount and last four match, date one day out' })
    await expect(hits).toHaveCount(1, { timeout: 2_000 }) // the declined attempt is of the same order
  }).toPass()
})

test('a list is uploaded, checked, taken in and found, and its rejected rows are a file', async ({ signedInAs }) => {
  test.setTimeout(120_000) // twelve megabytes go up and are read twice
  const page = await signedInAs('admin')
  await page.goto('/settings/data')
  const card = page.getByRole('region', { name: 'Import buyers' })
  // Longer than the framework lets a body be elsewhere.
  const filler = 'x'.repeat(30_000)
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const rows = Array.from(
    { length: 400 },
    (_, number) => `${id(number)},listed${number}@list.test,Ulla Listed${number},${filler}`,
  )
  const text = ['Buyer ID,Mail,Full name,Remarks', ...rows, '=cmd,x@list.test,Nobody,'].join('\n')
  await card.getByLabel('List of buyers').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(card.getByText('Checked. Nothing has changed yet.')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('line 402')).toBeVisible()
  const download = page.waitForEvent('download')
  await card.getByRole('link', { name: 'Download rejected rows' }).click()
  const file = await (await download).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain("'=cmd,x@list.test")
  await card.getByRole('button', { name: 'Import 400 buyers' }).click()
  await expect(card.getByText('Imported.')).toBeVisible({ timeout: 30_000 })
  await page.goto('/')
  await page.getByRole('searchbox', findBox).fill('listed7@list.test')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('The service has no buyer with exactly this e-mail address. Showing only buyers already in Counterfoil.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /E-mail, exact/ })).toBeVisible()
  await expect(page).toHaveURL(/\/$/) // what is said of the hit has to be read first
})

test('an admin says how long what is known is kept, and erases a buyer', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  await page.goto(`/buyers/${ids.arabicName.buyer}`)
  await expect(page.getByRole('heading', { name: 'Charge history' })).toBeVisible()
  await page.goto('/settings/data')
  const card = page.getByRole('region', { name: 'Data retention' })
  await card.getByLabel('Delete after (days)').fill('400')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved. Data is deleted after 400 days.')).toBeVisible()
  await card.getByLabel('Buyer to erase').fill(ids.arabicName.buyer)
  await card.getByRole('button', { name: 'Erase data…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase buyer' })
  await dialog.getByLabel('Last four characters of the buyer id').fill(ids.arabicName.buyer.slice(-4))
  await dialog.getByRole('button', { name: 'Erase buyer' }).click()
  await expect(card.getByText(/^Erased [1-9]\d* facts/)).toBeVisible()
  await card.getByLabel('Delete after (days)').fill('')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Saved. Data is kept until erased.')).toBeVisible()
})

test('what is searched stands in no address and in no storage of the browser', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/?q=Tainara%20Exemplo&ticket=T-1')
  await expect(page).toHaveURL('/?ticket=T-1')
  addresses.length = 0 // the link of the ticket itself
  for (const text of ['stranger@example.test', 'Tainara Exemplo']) {
    await page.getByRole('searchbox', findBox).fill(text)
    const answered = page.waitForResponse('**/api/desk/search')
    await page.keyboard.press('Enter')
    await answered
  }
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  )
  for (const kept of [...addresses, stored, page.url()]) expect(decodeURIComponent(kept)).not.toMatch(/stranger|Tainara|Exemplo/i)
})
