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
  done: 'The e-mail is changed',
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
  done: 'The buyer is created',
  field: { label: 'E-mail', name: 'email' },
  undo: { why: /a buyer cannot\s+be removed from here/ },
})

test('an e-mail that a buyer has already is told before it is sent, and refused on its field', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  const dialog = await byButton('Change e-mail', ids.yen.buyer)(page)
  await dialog.getByLabel('E-mail').fill('tainara@example.test')
  await expect(dialog.getByText('A buyer on Northwind has this e-mail already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Refused' })).toBeVisible()
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(/Already taken/)
  expect((await standin.requests('changeBuyerEmail')).map(({ applied }) => applied)).toEqual([false])
})
