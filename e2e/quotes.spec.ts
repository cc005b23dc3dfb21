import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'
import { pricesPath, renewal } from './price-link'

const { buyer } = ids.cascade

test('a manager compares keep, downgrade and a retention offer, and the quote keeps them all and never becomes a link', async ({
  signedInAs,
}) => {
  const manager = await signedInAs('manager')
  await manager.addInitScript(() => {
    window.print = () => {
      document.title = document.querySelector('article')?.textContent ?? ''
      dispatchEvent(new Event('afterprint'))
    }
  })
  await manager.goto(`/buyers/${buyer}`) // so that the e-mail of the buyer is known
  await expect(manager.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
  await manager.goto(
    pricesPath([[renewal()], [renewal({ action: 'downgrade', product: 'NWCLOUD3' })], [renewal({ discount: '30' })]], ['BRL']),
  )
  await manager.getByRole('button', { name: /^Edit option C/ }).click()
  await manager.getByLabel('Name on the offer').fill('Retention 30%')
  await manager.getByRole('button', { name: 'Done' }).click()
  const offer = manager.getByRole('button', { name: /^Show receipt of C in BRL/ })
  await expect(offer).toContainText(/saves .* in 3 months/)
  await expect(manager.getByRole('button', { name: /^Show receipt of B in BRL/ })).toContainText(/\d/)
  await offer.click()
  await expect(manager.getByRole('button', { name: 'Create payment link' })).toHaveAttribute('aria-disabled', 'true')
  await manager.getByRole('button', { name: 'Save quote' }).click()
  await expect(manager.getByRole('heading', { name: 'Retention 30%' })).toBeVisible()
  await expect(manager.getByText('Same price.')).toBeVisible()
  const compared = manager.getByRole('region', { name: 'Compared' })
  await expect(compared.getByRole('row')).toHaveText([
    /List price/,
    /Renew.*600\.00/,
    /Downgrade/,
    /Retention 30%.*offered.*420\.00/,
  ])
  const paper = manager.getByRole('article', { name: 'The offer as the customer gets it' })
  await expect(paper).toContainText(/por 420,00.BRL.*não está reservado/) // the buyer is in Brazil
  await expect(paper).not.toContainText('tainara@')
  await expect(manager.getByText('A payment link would start a second subscription')).toBeVisible()
  await expect(manager.getByRole('link', { name: 'Create payment link' })).toHaveCount(0)

  const agent = await signedInAs('agent')
  await agent.goto(manager.url())
  await expect(agent.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  await axeFindsNothing(manager)
  await manager.getByRole('button', { name: 'Print or save as PDF' }).click()
  await expect.poll(() => manager.title()).toContain('Tainara Exemplo, tainara@example.test')
  await expect(paper).not.toContainText('tainara@')

  // The customer has its number now, so a colleague must find it.
  await agent.reload()
  await expect(agent.getByRole('heading', { name: 'Retention 30%' })).toBeVisible()
  await manager.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await manager.getByRole('button', { name: 'Copy link for colleagues' }).click()
  await expect(manager.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  await agent.goto('/prices')
  await agent.getByRole('link', { name: 'Quotes' }).click()
  const row = agent.getByRole('listitem').filter({ hasText: 'Retention 30%' })
  await expect(row).toContainText(/t•+a@.*Northwind Plus 3 months.*Open.*420\.00.*same price/)
  await axeFindsNothing(agent)
  await row.getByRole('link').click()
  await expect(agent.getByRole('button', { name: 'Withdraw quote' })).toHaveAccessibleDescription(/Only .* can withdraw it/)

  await manager.getByRole('button', { name: 'Withdraw quote' }).click()
  await manager.getByRole('dialog').getByRole('button', { name: 'Withdraw quote' }).click()
  await manager.getByRole('button', { name: 'Price again' }).click()
  await expect(manager.getByRole('button', { name: /^Show receipt of C in BRL/ })).toContainText(/\d/)
})

test('a quote of something new becomes a payment link with its discount and its buyer, and is taken up by it', async ({
  signedInAs,
  standin,
}) => {
  const agent = await signedInAs('agent')
  await agent.goto(`/buyers/${buyer}`)
  await expect(agent.getByRole('heading', { name: 'Payment methods' })).toBeVisible()
  await agent.goto(pricesPath([[{ product: 'NWPLUS12', discount: '20' }]], ['BRL']))
  await agent.getByRole('button', { name: 'Save quote' }).click()
  await agent.getByRole('link', { name: 'Create payment link' }).click()
  await expect(agent.getByLabel('Product', { exact: true })).toHaveValue('NWPLUS12')
  const summary = agent.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText(/Northwind Plus 12 months.*To pay.*1280\.00 BRL/)
  const address = agent.getByLabel('Return address')
  if ((await address.inputValue()) === '') await address.fill('https://shop.example.test/') // the first order of an account has no habit
  await agent.getByRole('button', { name: 'Create payment link' }).click()
  await expect(agent.getByRole('status').filter({ hasText: 'Payment link created' })).toBeVisible()
  await axeFindsNothing(agent)
  await expect(agent.getByRole('region', { name: 'Payment page' })).toContainText(/1,280\.00.*20% off the list price/)
  const [request] = await standin.requests('createInitialOrder')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    discount: 20,
    currency: 'BRL',
    buyer: { email: 'tainara@example.test' },
  })
  await agent.goto('/quotes?state=used')
  await expect(agent.getByRole('listitem').filter({ hasText: 'Northwind Plus 12 months' }).first()).toContainText('Used')
})

test('a quote of a downgrade opens the downgrade with its product', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto(pricesPath([[renewal({ action: 'downgrade', product: 'NWCLOUD1' })]], ['BRL']))
  await page.getByRole('button', { name: 'Save quote' }).click()
  await page.getByRole('button', { name: 'Downgrade…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Downgrade/ })
  await expect(dialog.getByLabel('Product id')).toHaveValue('8b905213-c901-46f7-8d7d-adc53377531a')
})

test('finance sees prices and why a link is not theirs to make', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto('/orders/new')
  await expect(page.getByRole('button', { name: 'Create payment link' })).toHaveAccessibleDescription(/Needs the agent role/)
})
