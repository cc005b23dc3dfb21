import type { Locator, Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const german = `/buyers/${ids.settledTwice.buyer}`
const answerOf = (page: Page) => page.getByRole('region', { name: 'Answer' })
const languageOf = (place: Locator) => place.getByRole('combobox', { name: 'Language of the reply' })

async function copied(page: Page, place: Locator): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await place.getByRole('button', { name: 'Copy reply' }).click()
  await expect(place.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  return page.evaluate(() => navigator.clipboard.readText())
}

const openSentence = (page: Page, key: string, language: string) =>
  page.goto(`/settings/replies?sentence=${key}&language=${language}`)
const form = (page: Page, label: string) => page.getByRole('form', { name: `Text, ${label}` })
const save = (place: Locator) => place.getByRole('button', { name: 'Save' })

test('a German buyer is answered in German, with amounts and days as German writes them, until somebody chooses another language', async ({
  signedInAs,
}) => {
  const page = await signedInAs('agent')
  await page.goto(german)
  const answer = answerOf(page)
  const edit = answer.getByRole('button', { name: 'Edit' })
  const text = await copied(page, answer)
  const day = /\d{1,2}\. (Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember) \d{4}/.source
  expect(text).toMatch(
    new RegExp(
      `^Guten Tag!\n\nWir haben für diese Bestellung 2 Zahlungen erhalten, insgesamt 85,68 EUR: 42,84 EUR am ${day} und 42,84 EUR am ${day}\\. .*\n\nFreundliche Grüße$`,
    ),
  )
  for (const part of text.split('\n\n')) await expect(answer.getByText(part, { exact: true })).toBeVisible()
  await edit.click()
  await expect(languageOf(answer)).toHaveValue('de')
  await languageOf(answer).selectOption('English')
  await answer.getByRole('button', { name: 'Finish editing' }).click()
  await expect(answer).toContainText('We received 2 payments for this order, 85.68 EUR in total')
  await page.reload()
  await expect(answer).toContainText('We received 2 payments for this order, 85.68 EUR in total')
  await page.goto(`/buyers/${ids.cascade.buyer}`)
  await edit.click()
  await expect(languageOf(answer)).toHaveValue('pt')
})

test('a manager edits a sentence, an agent’s next copy has it, and the built-in text comes back when asked', async ({
  signedInAs,
}) => {
  const manager = await signedInAs('manager')
  await openSentence(manager, 'maybeFee', 'de')
  const editor = form(manager, 'Possible service fee')
  await expect(manager.getByText('No German text of your own. Falls back to the built-in German text.')).toBeVisible()
  await editor.getByLabel('Text').fill('Eine davon kann eine Gebühr sein, und wir prüfen das.')
  await save(editor).click()
  await expect(editor.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await manager.getByRole('button', { name: 'Show history' }).click()
  await expect(manager.getByRole('list', { name: 'Changes' })).toContainText(
    /Eine davon kann eine Servicegebühr sein.*Eine davon kann eine Gebühr sein, und wir prüfen das\./s,
  )
  await axeFindsNothing(manager)

  const agent = await signedInAs('agent')
  await agent.goto(german)
  expect(await copied(agent, answerOf(agent))).toContain('. Eine davon kann eine Gebühr sein, und wir prüfen das.\n\n')

  await editor.getByRole('button', { name: 'Reset to the built-in text' }).click()
  await expect(editor.getByLabel('Text')).toHaveValue(/^Eine davon kann eine Servicegebühr sein\./)
  await agent.reload()
  expect(await copied(agent, answerOf(agent))).toContain('Eine davon kann eine Servicegebühr sein.')
})

test('a variable that the sentence does not have is refused with those it has, and one that is left out is warned of', async ({
  signedInAs,
}) => {
  const page = await signedInAs('manager')
  await openSentence(page, 'refundDone', 'en')
  const editor = form(page, 'Done')
  await editor.getByLabel('Text').fill('We refunded {amount} on {date}.')
  await expect(editor.getByText('Remove {date}. Use {amount} or {day}.').first()).toBeVisible()
  await expect(save(editor)).toHaveAttribute('aria-disabled', 'true')
  await editor.getByLabel('Text').fill('We refunded it for your payment on ')
  await editor.getByRole('button', { name: 'Insert {day}' }).click()
  await expect(editor.getByLabel('Text')).toHaveValue('We refunded it for your payment on {day}')
  await expect(editor.getByText('This text leaves out the amount.')).toBeVisible()
  await page.getByLabel('Buyer id').fill(ids.cascade.buyer)
  await expect(page.getByText('With this buyer’s facts.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('We refunded it for your payment on 4 March 2025')
  await save(editor).click()
  await expect(editor.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
})

test('of two who edit the same text the later is told, loses nothing, and chooses', async ({ signedInAs }) => {
  const [manager, admin] = [await signedInAs('manager'), await signedInAs('admin')]
  for (const page of [manager, admin]) {
    await openSentence(page, 'bye', 'en')
    await expect(form(page, 'Closing').getByLabel('Text')).toHaveValue('Kind regards')
  }
  const [first, second] = [form(manager, 'Closing'), form(admin, 'Closing')]
  await second.getByLabel('Text').fill('Best wishes')
  await first.getByLabel('Text').fill('Yours')
  await save(first).click()
  await expect(first.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await save(second).click()
  await expect(second.getByRole('alert')).toContainText(
    'saved another text since you opened this, so yours wasn’t saved. Theirs: Yours',
  )
  await expect(second.getByLabel('Text')).toHaveValue('Best wishes')
  await second.getByRole('button', { name: 'Keep mine' }).click()
  await save(second).click()
  await expect(second.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await manager.reload()
  await expect(first.getByLabel('Text')).toHaveValue('Best wishes')
})

test('an agent reads the texts and changes none', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  await page.goto('/settings/replies?sentence=bye&language=fr')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Cordialement')
  await expect(page.getByText('Changing it needs the manager role.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})
