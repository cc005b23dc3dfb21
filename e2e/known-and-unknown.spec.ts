import { ids } from '@/standin/seed/stories'
import { fromMenu, showDetails } from './command-promises'
import { expect, test } from './fixtures'

const at = (buyer: string) => `/buyers/${buyer}`

test('letters typed into the history while it loads are all there, and stay', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.longHistory.buyer))
  const field = page.getByRole('searchbox', { name: 'Find in orders' })
  await expect(field).toBeVisible()
  await standin.fault('getChargeHistory', 'hold', { times: 20 })
  await page.getByRole('button', { name: /Refresh/ }).click()
  await field.pressSequentially('Northwind Plus')
  await expect(field).toHaveValue('Northwind Plus')
  await standin.release()
  await expect(page).toHaveURL(/find=Northwind\+Plus/)
  await expect(field).toHaveValue('Northwind Plus')
})

test('letters typed while the pieces of a history come in are all there', async ({ signedInAs, standin }) => {
  await standin.history(1_500)
  const page = await signedInAs('agent')
  await page.goto(at(ids.withoutLengthLimits.buyer))
  const field = page.getByRole('searchbox', { name: 'Find in orders' })
  await field.pressSequentially('northwind plus 1 month')
  await expect(field).toHaveValue('northwind plus 1 month')
  await expect(page).toHaveURL(/find=northwind\+plus\+1\+month/)
})

test('of a history that could not be read nothing is called none', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  await standin.fault('getChargeHistory', 'html500', { times: 60 })
  await page.goto(at(ids.oddFields.buyer))
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('We don’t know what was paid.')
  await expect(answer).toContainText('The charge history didn’t load. Refresh before you answer.')
  await showDetails(page)
  await expect(page.getByText(/^unknown\. The charge history didn’t load\.$/).first()).toBeVisible()
  await expect(page.getByText(/no payment|No charges|No money|Paid\s*0/)).toHaveCount(0)
})

test('where every token is disabled no charge is foretold, on the page and in a preview', async ({ signedInAs, baseURL }) => {
  const page = await signedInAs('agent')
  await page.goto(at(ids.yen.buyer))
  await expect(page.getByText(/Renews around/).first()).toBeVisible()
  const answer = await page.request.put(`/api/v3/buyers/${ids.yen.buyer}/disable-token`, {
    headers: { origin: baseURL ?? '', 'x-action-id': crypto.randomUUID() },
    data: { chargeMethodTokenId: ids.yen.token },
  })
  expect(answer.status()).toBeLessThan(300)
  await page.reload()
  await expect(page.getByText(/Autocharge is on, but no token is active/).first()).toBeVisible()
  await expect(page.getByText(/Renews around/)).toHaveCount(0)
  const dialog = await fromMenu(page, 'Change end date')
  await dialog.getByLabel('New end date').fill('2099-06-30')
  await expect(dialog.getByText(/We know of no active token, so expect it to fail/)).toBeVisible()
  await expect(dialog.getByText(/the buyer is charged/)).toHaveCount(0)
})

test('a note that was not stored comes back after signing out and in again', async ({ page, signIn }) => {
  await signIn(page, 'agent')
  await page.goto(at(ids.emojiName.buyer))
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Prefers letters, and asked twice')
  await page.getByRole('button', { name: /, agent$/ }).click()
  await page
    .getByRole('menuitem', { name: 'Sign out' })
    .or(page.getByRole('button', { name: 'Sign out' }))
    .first()
    .click()
  await expect(page).toHaveURL(/sign-in/)
  await signIn(page, 'agent')
  await page.goto(at(ids.emojiName.buyer))
  await expect(note).toHaveValue('Prefers letters, and asked twice')
})
