import type { Locator, Page } from '@playwright/test'
import type { OperationName } from '@/lib/operations'
import { ids } from '@/standin/seed/stories'
import { choose } from './choose'
import { expect, test } from './fixtures'
import type { Received } from './standin'

/** A command as a person gives it: how its form is opened and filled, what goes to the service, and what can be said of it. */
export type Command = {
  verb: string
  operation: OperationName
  role?: 'agent' | 'manager'
  /** Opens the form and returns it: a dialog, or the page's own content. */
  open: (page: Page) => Promise<Locator>
  fill?: (form: Locator) => Promise<unknown>
  sent: unknown
  done: string | RegExp
  /** A field the service may refuse: its label, and its name on the wire. */
  field?: { label: string; name: string }
  undo: { operation: OperationName; sent: unknown } | { why: RegExp }
}

/** What every command keeps to: done, refused, unconfirmed, undone. */
export function keepsItsPromises({ verb, operation, role = 'agent', open, fill, sent, done, field, undo }: Command): void {
  const press = (form: Locator, name = verb) => form.getByRole('button', { name, exact: true }).click()
  // The verb may go on with what it comes to: "Change end date to 1 Sep 2027".
  const send = (form: Locator) => form.getByRole('button', { name: new RegExp(`^${verb}`) }).click()
  const said = (form: Locator, words: string | RegExp) => form.getByRole('status').filter({ hasText: words })
  const bodiesOf = (requests: Received[]) => requests.map(({ body }) => JSON.parse(body))
  const warned = (form: Locator, words: string) => form.getByRole('alert').filter({ hasText: words })

  async function opened(signedInAs: (role: 'agent' | 'manager') => Promise<Page>): Promise<Locator> {
    const form = await open(await signedInAs(role))
    await fill?.(form)
    // Nobody presses before the preview is there.
    await expect(form.getByText('Signed with buyer address')).toBeVisible()
    await expect(form.locator('[aria-busy=true]')).toHaveCount(0)
    return form
  }

  test.describe(verb, () => {
    test('is refused: nothing has changed, nothing typed is lost, and it may be tried once more', async ({
      signedInAs,
      standin,
    }) => {
      if (field) await standin.fault(operation, 'invalid', { field: field.name })
      const form = await opened(signedInAs)
      if (field) await refusedOn(form, field.label)
      await standin.fault(operation, 'refused')
      await send(form)
      await expect(warned(form, 'Nothing was changed. This is not possible at the moment.')).toBeVisible()
      await send(form)
      await expect(said(form, done)).toBeVisible()
      expect((await standin.requests(operation)).map(({ applied }) => applied)).toEqual([...(field ? [false] : []), false, true])
    })

    async function refusedOn(form: Locator, label: string): Promise<void> {
      const control = form.getByLabel(label, { exact: true })
      const typed = await control.inputValue()
      await send(form)
      await expect(warned(form, 'Refused')).toBeVisible()
      await expect(control).toHaveAccessibleDescription(/This value is not accepted/)
      await expect(control).toHaveValue(typed)
    }

    test('without an answer it is unconfirmed and never a failure, is sent once, and is settled by a person', async ({
      signedInAs,
      standin,
    }) => {
      await standin.fault(operation, 'reset', { applied: true })
      const form = await opened(signedInAs)
      await send(form)
      await expect(warned(form, 'We do not know whether this was applied')).toBeVisible()
      await expect(form).not.toContainText(/failed|error, try again/i)
      await press(form, 'Settle manually…')
      await form.getByRole('radio', { name: 'It was applied' }).check()
      await form.getByLabel('Reason').fill('Seen in the service’s own panel')
      await press(form, 'Settle')
      await expect(said(form, 'Settled as applied')).toBeVisible()
      expect(await standin.requests(operation)).toHaveLength(1)
    })

    if ('why' in undo) {
      test('says before it is sent that it cannot be undone, and why; is done, and says what it came to', async ({
        signedInAs,
        standin,
      }) => {
        const form = await opened(signedInAs)
        await expect(form.getByText(undo.why)).toBeVisible()
        await send(form)
        await expect(said(form, done)).toBeVisible()
        await expect(form.getByRole('button', { name: 'Undo' })).toHaveCount(0)
        expect(bodiesOf(await standin.requests(operation))).toEqual([sent])
      })
      return
    }

    test('is done, says what it came to, and is undone by an action of its own, once', async ({ signedInAs, standin }) => {
      const form = await opened(signedInAs)
      await send(form)
      await expect(said(form, done)).toBeVisible()
      await form.getByRole('button', { name: 'Undo', exact: true }).dblclick()
      await expect(said(form, 'This undid an earlier action.')).toBeVisible()
      await expect(form.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
      const all = await standin.requests()
      const commands = all.filter((request) => request.operation === operation || request.operation === undo.operation)
      expect(bodiesOf(commands)).toEqual([sent, undo.sent])
    })
  })
}

/** Opens a verb's dialog by the one button on a buyer's page that has its name. */
export const byButton = (verb: string, buyerId: string) => async (page: Page) => {
  await openBuyer(page, buyerId)
  await page.getByRole('button', { name: verb, exact: true }).click()
  return dialogOf(page, verb)
}

/** Opens a verb's dialog from the menu of the buyer's only subscription. */
export const byMenu = (verb: string, buyerId: string) => async (page: Page) => {
  await openBuyer(page, buyerId)
  return fromMenu(page, verb)
}

/** The same on the page that is open. */
export async function fromMenu(page: Page, verb: string): Promise<Locator> {
  await page
    .getByRole('button', { name: /^More actions for/ })
    .first()
    .click()
  await choose(page.getByRole('menu').or(page.locator('[popover]:popover-open')).getByRole('button', { name: verb, exact: true }))
  return dialogOf(page, verb)
}

/** Unfolds the first subscription by the keyboard, unless it is unfolded. */
export async function showDetails(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^More actions for/ }).first()
  await menu.press('Enter')
  const item = page.locator('[popover]:popover-open').getByRole('button', { name: /^(Show|Hide) details$/ })
  if ((await item.textContent()) === 'Show details') await choose(item)
  else await item.press('Escape')
}

/** Until everything of the buyer is read: what is read later would be news to an open dialog, which then wants a second look. */
export async function openBuyer(page: Page, buyerId: string): Promise<void> {
  await page.goto(`/buyers/${buyerId}`)
  await expect(page.getByText(/^Showing (the only order|all .* orders)/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What we did' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

async function dialogOf(page: Page, verb: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: verb })
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeVisible()
  return dialog
}

/** A day key so many days from now, in the account's zone, which is UTC. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An admin adds a rule, and an agent's change of an end date waits for approval by it. */
export async function requestApproval(admin: Page, agent: Page): Promise<void> {
  await admin.goto('/settings/approvals')
  const card = admin.getByRole('region', { name: /approval/i })
  await card.getByLabel('Command').selectOption({ label: 'Change end date' })
  await card.getByLabel('Needs a manager when').selectOption({ label: 'always' })
  await card.getByRole('button', { name: 'Add rule' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: 'Change end date' })).toBeVisible()
  const dialog = await byMenu('Change end date', ids.yen.buyer)(agent)
  await dialog.getByLabel('New end date').fill(inDays(20))
  await dialog.getByLabel('Reason').fill('Goodwill after the outage')
  await dialog.getByRole('button', { name: 'Request approval' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Approval requested' })).toBeVisible()
}
