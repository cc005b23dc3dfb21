import { ids, stories } from '@/standin/seed/stories'
import { byButton, keepsItsPromises } from './command-promises'
import { expect, test } from './fixtures'

const email = 'quite.new@example.test'
const before = stories.find(({ buyerId }) => buyerId === ids.yen.buyer)?.email

keepsItsPromises({
  verb: 'Change e-mail',
  operation: 'changeBuyerEmail',
  open: byButton('Change e-mail', ids.yen.buyer),
  fill: (form) => form.getByLabel('E-mail').fill(email),
  sent: { email },
  done: 'E-mail changed',
  field: { label: 'E-mail', name: 'email' },
  undo: { operation: 'changeBuyerEmail', sent: { email: before } },
})

keepsItsPromises({
  verb: 'Create buyer',
  operation: 'createBuyer',
  open: async (page) => {
    await page.goto('/buyers/new')
    return page.getByRole('main')
  },
  fill: async (form) => {
    await form.getByLabel('E-mail').fill(email)
    await form.getByLabel('Country').selectOption('DE')
  },
  sent: { merchantCode: 'northwind', email, country: 'DE' },
  done: 'Buyer created',
  field: { label: 'E-mail', name: 'email' },
  undo: { why: /delete a buyer here/ },
})

test('an e-mail that a buyer has already is told before it is sent, and refused on its field', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  const dialog = await byButton('Change e-mail', ids.yen.buyer)(page)
  await dialog.getByLabel('E-mail').fill('tainara@example.test')
  await expect(dialog.getByText('Another buyer on Northwind already has this e-mail address.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Refused' })).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(
    /Another buyer on this merchant account has this e-mail address/,
  )
  expect((await standin.requests('changeBuyerEmail')).map(({ applied }) => applied)).toEqual([false])
})
