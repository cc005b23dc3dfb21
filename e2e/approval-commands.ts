import type { Page } from '@playwright/test'
import type { OperationName } from '@/lib/operations'
import { ids } from '@/standin/seed/stories'
import { byButton, byMenu, inDays } from './command-promises'
import { expect } from './fixtures'

const { buyer } = ids.cascade

/** A command that waits for a manager: how it's asked for, and what goes to the service once it's granted. */
export type CommandToApprove = {
  /** The command as it is called in Settings. */
  verb: string
  /** What a manager is asked for, where it's called otherwise. */
  asked?: string
  operation: OperationName
  /** The condition as it is called in Settings, and its number; always unless told otherwise. */
  condition?: { name: string; number: string }
  /** Opens the form and fills it. Returns where it is. */
  fill: (page: Page) => Promise<ReturnType<Page['getByRole']>>
  sent: Record<string, unknown>
  headers?: Record<string, string>
}

async function fillOrder(page: Page): Promise<void> {
  await expect(page.getByLabel('Return address')).toBeVisible()
  await page.getByLabel('Product', { exact: true }).fill('NWPLUS12')
  await page.getByLabel('Return address').fill('https://shop.example.test/thanks')
  await page.getByLabel('Discount, %').fill('40')
  await page.getByText('Metadata, sequence, analytics').click()
  await page.getByLabel('Analytics client id').fill('GA1.2.3')
}

const marked = { counterfoilActionId: expect.stringMatching(/^[0-9a-f-]{36}$/) }
/** Every command, by what is asked for. */
export const commandsToApprove: Record<string, CommandToApprove> = {
  'a new buyer': {
    ...{ verb: 'Create buyer', operation: 'createBuyer' },
    fill: async (page) => {
      await page.goto('/buyers/new')
      await page.getByLabel('E-mail').fill('waits@example.test')
      await page.getByLabel('Country').selectOption('DE')
      return page.getByRole('main')
    },
    sent: { merchantCode: 'northwind', email: 'waits@example.test', country: 'DE' },
  },
  'a payment link for a typed e-mail': {
    ...{ verb: 'Create payment link', operation: 'createInitialOrder' },
    fill: async (page) => {
      await page.goto('/orders/new')
      await fillOrder(page)
      const known = page.getByRole('combobox', { name: 'Buyer' })
      if (await known.isVisible()) await known.selectOption('')
      await page.getByLabel('E-mail').fill('waits@example.test')
      return page.getByRole('main')
    },
    sent: { discount: 40, buyer: { email: 'waits@example.test' }, metaData: marked },
    headers: { 'x-analytics-client-id': 'GA1.2.3' },
  },
  'a payment link for a known buyer, by its discount': {
    ...{ verb: 'Create payment link', operation: 'createInitialOrder' },
    condition: { name: 'a discount above this percentage', number: '30' },
    fill: async (page) => {
      await page.goto(`/buyers/${buyer}`) // from here on their e-mail and their address are known
      await expect(page.getByRole('heading', { name: 'Charge history' })).toBeVisible()
      await page.goto('/orders/new')
      await fillOrder(page)
      await page.getByRole('combobox', { name: 'Buyer' }).selectOption(buyer)
      await expect(page.getByText(/in the buyer’s history/)).toBeVisible()
      return page.getByRole('main')
    },
    sent: { discount: 40, buyer: { email: 'tainara@example.test' }, metaData: marked },
    headers: { 'x-analytics-client-id': 'GA1.2.3' },
  },
  'a later end date': {
    ...{ verb: 'Change end date', operation: 'changeExpirationDate' },
    condition: { name: 'a new end date more than this many days away', number: '90' },
    fill: async (page) => {
      const dialog = await byMenu('Change end date', ids.yen.buyer)(page)
      await dialog.getByLabel('New end date').fill(inDays(200))
      await dialog.getByLabel('Reason').fill('Goodwill after the outage')
      return dialog
    },
    sent: { expirationDate: inDays(200), reason: 'Goodwill after the outage' },
  },
  'autocharge off': {
    ...{ verb: 'Change autocharge', asked: 'Turn off autocharge', operation: 'changeAutochargeStatus' },
    fill: async (page) => {
      const dialog = await byButton('Turn off autocharge', ids.yen.buyer)(page)
      await dialog.getByRole('button', { name: 'Too expensive' }).click()
      return dialog
    },
    sent: { autochargeStatus: false, reason: 'Too expensive' },
  },
  'autocharge on': {
    ...{ verb: 'Change autocharge', asked: 'Turn on autocharge', operation: 'changeAutochargeStatus' },
    fill: byMenu('Turn on autocharge', ids.cancelledAndFrozen.buyer),
    sent: { autochargeStatus: true },
  },
  'a downgrade': {
    ...{ verb: 'Downgrade', operation: 'downgradeSubscription' },
    fill: async (page) => {
      const dialog = await byMenu('Downgrade', ids.yen.buyer)(page)
      await dialog.getByRole('radio', { name: /Northwind Cloud 3 months/ }).check()
      return dialog
    },
    sent: { productId: expect.any(String) },
  },
  'another e-mail': {
    ...{ verb: 'Change e-mail', operation: 'changeBuyerEmail' },
    fill: async (page) => {
      const dialog = await byButton('Change e-mail', ids.yen.buyer)(page)
      await dialog.getByLabel('E-mail').fill('waits@example.test')
      return dialog
    },
    sent: { email: 'waits@example.test' },
  },
  'a token off': {
    ...{ verb: 'Disable token', operation: 'disableToken' },
    fill: byButton('Disable token', ids.yen.buyer),
    sent: { chargeMethodTokenId: ids.yen.token },
  },
  'a token on': {
    ...{ verb: 'Enable token', operation: 'enableToken' },
    fill: byButton('Enable token', ids.threeTokens.buyer),
    sent: { chargeMethodTokenId: ids.threeTokens.tokens[2] },
  },
}

/** An admin adds the rule for a command in Settings. */
export async function addRule(page: Page, { verb, condition }: CommandToApprove): Promise<void> {
  await page.goto('/settings/approvals')
  const card = page.getByRole('region', { name: /approval/i })
  await card.getByLabel('Command').selectOption({ label: verb })
  if (condition) {
    await card.getByLabel('Needs a manager when').selectOption({ label: condition.name })
    await card.getByRole('textbox').fill(condition.number)
  }
  await card.getByRole('button', { name: 'Add rule' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: verb })).toBeVisible()
}
