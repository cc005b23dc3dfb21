import type { Page } from '@playwright/test'
import { expect } from './fixtures'
import type { Standin } from './standin'

export const line = (page: Page, number: number, letter = 'A') =>
  page.getByRole('group', { name: `line ${number} of option ${letter}`, exact: true })
export const cell = (page: Page, name: string) => page.getByRole('button', { name: `Show receipt of ${name}:` })
export const edit = (page: Page, letter: string) =>
  page.getByRole('button', { name: new RegExp(`^Edit option ${letter}`) }).click()
export const done = (page: Page) => page.getByRole('button', { name: 'Done' }).click()
export const discount = (page: Page) => page.getByLabel('Common discount, %')
export const receipt = (page: Page) => page.getByRole('region', { name: /^Receipt:/ })
export const product = (page: Page, letter = 'A') => line(page, 1, letter).getByLabel('Product', { exact: true })

/** Every price on screen is the answer to what is on screen. */
export const settled = async (page: Page) => {
  await expect(page.getByText(/^(\d+ of )?\d+ prices?, \d+ requests?, /)).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** What the service was asked for prices. */
export const bodies = async (standin: Standin): Promise<string[]> =>
  (await standin.requests('getOneClickPrices')).map(({ body }) => String(body))
