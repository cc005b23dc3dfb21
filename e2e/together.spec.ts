import type { Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { choose } from './choose'
import { byButton, openBuyer } from './command-promises'
import { expect, test } from './fixtures'

const at = (buyer: string) => `/buyers/${buyer}`

test('a note is read by a colleague, changed by its writer, and keeps its earlier text', async ({ signedInAs }) => {
  const agent = await signedInAs('agent')
  await agent.goto(at(ids.arabicName.buyer))
  await agent.getByRole('textbox', { name: 'Note' }).fill('Prefers <b>letters</b>')
  await agent.keyboard.press('Control+Enter')
  const notes = agent.getByRole('region', { name: 'Notes' })
  await expect(notes.getByText('Prefers <b>letters</b>')).toBeVisible()
  await notes.getByRole('button', { name: /^More actions for .* note/ }).click()
  await choose(notes.getByRole('button', { name: 'Edit note' }))
  const form = notes.getByRole('listitem')
  await form.getByRole('textbox', { name: 'Note' }).fill('Prefers e-mail')
  await form.getByRole('button', { name: /^Save note/ }).click()
  await expect(notes.getByText('edited')).toBeVisible()

  const manager = await signedInAs('manager')
  await manager.goto(at(ids.arabicName.buyer))
  const theirs = manager.getByRole('region', { name: 'Notes' })
  await expect(theirs.getByText('Prefers e-mail')).toBeVisible()
  await expect(theirs.getByText('Prefers <b>letters</b>')).toHaveCount(0)
  await theirs.getByRole('button', { name: /^More actions for .* note/ }).click()
  await expect(theirs.getByRole('button', { name: 'Edit note' })).toHaveCount(0)
  await choose(theirs.getByRole('button', { name: 'Show earlier versions' }))
  await expect(theirs.getByText('Prefers <b>letters</b>')).toBeVisible()
})

test('a colleague who is named finds the note among what waits, until they are done with it', async ({ signedInAs }) => {
  const agent = await signedInAs('agent')
  await agent.goto(at(ids.nothing.buyer))
  await expect(async () => {
    await agent.getByRole('textbox', { name: 'Note' }).blur() // a page that isn't awake yet doesn't notice the focus
    await agent.getByRole('textbox', { name: 'Note' }).focus()
    await agent.getByRole('button', { name: 'Mention a colleague' }).click({ timeout: 2_000 })
    await agent.getByRole('button', { name: 'Marta Weiss' }).click({ timeout: 2_000 }) // what loads above may move the menu, and closes it
  }).toPass()
  await agent.getByRole('textbox', { name: 'Note' }).pressSequentially('please call back')
  await agent.getByRole('button', { name: /^Add note/ }).click()
  await expect(agent.getByRole('region', { name: 'Notes' }).getByRole('listitem')).toContainText('please call back')

  const manager = await signedInAs('manager')
  await manager.goto('/')
  const mine = manager
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('listitem')
    .filter({ hasText: 'please call back' })
  await mine.getByRole('link', { name: /^Reply/ }).click()
  await expect(manager).toHaveURL(at(ids.nothing.buyer))
  await manager.goto('/')
  await mine.getByRole('button', { name: /^Done/ }).click()
  await expect(mine).toHaveCount(0)
})

test('finance reads the notes and sees why they write none', async ({ signedInAs }) => {
  const page = await signedInAs('finance')
  await page.goto(at(ids.dinar.buyer))
  const add = page.getByRole('button', { name: /^Add note/ })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription(/Needs the agent role/)
})

test.setTimeout(90_000)
test('two people on one buyer see each other, what the other is about to do, and when they have left', async ({ signedInAs }) => {
  const buyer = ids.cancelledAndFrozen.buyer
  const agent = await signedInAs('agent')
  const manager = await signedInAs('manager')
  await agent.goto(at(buyer))
  await manager.goto(at(buyer))
  await expect(agent.getByText(/has this buyer open/).first()).toBeAttached({ timeout: 15_000 })
  await expect(manager.getByText(/has this buyer open/).first()).toBeAttached({ timeout: 15_000 })

  await manager.getByRole('button', { name: 'Change e-mail' }).click()
  await expect(agent.getByText(/has “Change e-mail” open for this buyer/).first()).toBeVisible({ timeout: 15_000 })
  await agent.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = agent.getByRole('dialog')
  await expect(dialog.getByText(/has “Change e-mail” open for this buyer/)).toBeVisible()
  await agent.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  const place = () => dialog.getByRole('button', { name: 'Back' }).boundingBox()
  const before = await place()
  await manager.keyboard.press('Escape')
  // What they had open is told, in the same place.
  await expect(dialog.getByText(/had “Change e-mail” open for this buyer/)).toBeVisible({ timeout: 15_000 })
  expect(await place()).toEqual(before)
  await agent.keyboard.press('Escape')
  await expect(agent.getByText(/has “Change e-mail” open/)).toHaveCount(0, { timeout: 15_000 })
  await manager.goto('/')
  await expect(agent.getByText(/has this buyer open/)).toHaveCount(0, { timeout: 40_000 })
})

test('what a colleague did shows on a page that is open, within seconds and without a press', async ({ signedInAs, standin }) => {
  const agent = await signedInAs('agent')
  await openBuyer(agent, ids.dinar.buyer)
  const manager = await signedInAs('manager')
  const dialog = await byButton('Turn off autocharge', ids.dinar.buyer)(manager)
  await dialog.getByRole('button', { name: 'Too expensive' }).click()
  await dialog.getByRole('button', { name: /^Turn off autocharge/ }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Autocharge is off' })).toBeVisible()
  await expect(agent.getByText(/^Ends .* Autocharge is off\.$/)).toBeVisible({ timeout: 15_000 })
  await expect(agent.getByRole('region', { name: 'What we did' })).toContainText('Turn off autocharge')
  // Nothing more is read while nothing more happens.
  const beat = () => agent.waitForResponse((answer) => answer.url().endsWith('/presence'))
  await beat()
  const asked = async () => (await standin.requests()).map(({ method, path }) => `${method} ${path}`)
  const before = await asked()
  await beat()
  await beat()
  expect(await asked()).toEqual(before)
})

/** A page whose scripts come only when they're let go. */
async function withoutScripts(page: Page): Promise<() => void> {
  let comeNow = () => {}
  const scripts = new Promise<void>((resolve) => {
    comeNow = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  return comeNow
}

test('what is pressed before the scripts of a page have come takes effect once they have, once', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const comeNow = await withoutScripts(page)
  const theme = page.getByRole('button', { name: /theme/i })
  const before = (await theme.getAttribute('aria-label')) ?? ''
  await theme.click()
  const box = page.getByRole('searchbox', { name: 'Find a buyer' })
  await box.pressSequentially('sofia')
  expect(await theme.getAttribute('aria-label')).toBe(before)
  comeNow()
  await expect(theme).not.toHaveAttribute('aria-label', before)
  await expect(box).toHaveValue('sofia')
  await box.press('End')
  await box.pressSequentially(' r')
  await expect(box).toHaveValue('sofia r')
})

test('Enter before the scripts of a page have come searches once they have, for what was typed', async ({ signedInAs }) => {
  const page = await signedInAs('agent')
  const comeNow = await withoutScripts(page)
  await page.getByRole('searchbox', { name: 'Find a buyer' }).pressSequentially(ids.arabicName.buyer)
  await page.keyboard.press('Enter')
  comeNow()
  await expect(page).toHaveURL(at(ids.arabicName.buyer))
})
