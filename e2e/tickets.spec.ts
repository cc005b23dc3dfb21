import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { fromMenu, openBuyer } from './command-promises'
import { expect, test } from './fixtures'

// How many acts a ticket takes from the opened buyer to the copied reply. Tickets by guided steps are counted in guides-acts.spec.ts, those
// that begin with a pasted message in find-message.spec.ts.

/** A person at a buyer's page, each of whose acts is counted: a click, a chord or a typed text is one. */
async function at(page: Page, buyerId: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openBuyer(page, buyerId)
  let acts = 0
  const counted =
    <T extends unknown[]>(act: (...given: T) => Promise<void>) =>
    (...given: T) => {
      acts += 1
      return act(...given)
    }
  return {
    click: counted((target: Locator) => target.click()),
    type: counted((field: Locator, text: string) => field.fill(text)),
    /** Opens the menu of the first subscription and presses a verb of it: two acts. */
    fromMenu: (verb: string) => {
      acts += 2
      return fromMenu(page, verb)
    },
    acts: () => acts,
    copied: () => page.evaluate(() => navigator.clipboard.readText()),
  }
}

test('a wrong e-mail is put right in four acts, the reply copied', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const agent = await at(page, ids.yen.buyer)
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
  await agent.click(page.getByRole('button', { name: 'Change e-mail', exact: true }))
  await agent.type(dialog.getByLabel('E-mail'), 'quite.new@example.test')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toHaveAttribute('aria-busy', 'false')
  await agent.click(dialog.getByRole('button', { name: 'Change e-mail' }))
  await expect(dialog.getByText('E-mail changed')).toBeVisible()
  await agent.click(dialog.getByRole('button', { name: 'Copy reply' }))
  await expect.poll(agent.copied).toMatch(/e-?mail/i)
  expect(agent.acts()).toBeLessThanOrEqual(4)
})

test('a card is stopped with all its tokens in four acts, the reply copied', async ({ signedInAs, standin }) => {
  const page = await signedInAs('agent')
  const agent = await at(page, ids.threeTokens.buyer)
  const dialog = page.getByRole('dialog', { name: 'Disable all 2 tokens' })
  await agent.click(page.getByRole('button', { name: 'Disable all 2 tokens' }))
  await agent.click(dialog.getByRole('button', { name: 'Disable all 2 tokens' }))
  await expect(dialog.getByRole('status').filter({ hasText: '2 tokens disabled' })).toBeVisible()
  await agent.click(dialog.getByRole('button', { name: 'Copy reply' }))
  await expect.poll(agent.copied).toMatch(/switched off the payment details/)
  expect(await standin.requests('disableToken')).toHaveLength(2)
  expect(agent.acts()).toBeLessThanOrEqual(4)
})

test('thirty days are given in five acts, the reply copied', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const agent = await at(page, ids.threeTokens.buyer)
  const dialog = page.getByRole('dialog', { name: 'Change end date' })
  await agent.click(page.getByRole('button', { name: /^Change end date/ }))
  await agent.click(dialog.getByRole('button', { name: /^\+30 days/ }))
  await expect(dialog.getByText('Will end')).toBeVisible()
  await agent.click(dialog.getByRole('button', { name: 'Goodwill' }))
  await agent.click(dialog.getByRole('button', { name: /^Change end date to/ }))
  await expect(dialog.getByRole('status').filter({ hasText: /End date set to/ })).toBeVisible()
  await agent.click(dialog.getByRole('button', { name: 'Copy reply' }))
  await expect.poll(agent.copied).toMatch(/20\d\d/)
  expect(agent.acts()).toBeLessThanOrEqual(5)
})

test('thirty percent off the buyer’s own renewal is priced from their page in four acts at most, the reply copied', async ({
  signedInAs,
  standin,
}) => {
  const page = await signedInAs('agent')
  const agent = await at(page, ids.emojiName.buyer)
  await agent.click(page.getByRole('link', { name: 'Calculate prices' }))
  await agent.type(page.getByLabel('Common discount, %'), '30')
  const price = page.getByRole('button', { name: /^Show receipt of A in USD/ })
  await expect(price).toContainText('15.00')
  await expect(price).toContainText('saves 6.44 this month')
  await agent.click(page.getByRole('button', { name: 'Copy reply' }))
  await expect.poll(agent.copied).toMatch(/renewing Northwind Plus 1 month costs 15\.00 USD\./)
  expect(await agent.copied()).toMatch(/6\.44 USD less/)
  expect(agent.acts()).toBeLessThanOrEqual(4)
  const asked = await standin.requests('getOneClickPrices')
  expect(asked.length).toBeLessThanOrEqual(2)
  expect(asked.at(-1)?.body).toContain('"discount":30')
})
