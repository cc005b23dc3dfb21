import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { run } from '../scripts/child.mjs'
import { axeFindsNothing } from './axe'
import { expect, test } from './fixtures'

const folder = join(import.meta.dirname, '../docs/tickets')
const tickets = readdirSync(folder).map((file) => file.slice(0, 6))

/** What a press of each sends. A refund is asked of finance, which sends nothing. */
const wanted: Record<string, { verb: string; operation: string | null }> = {
  'T-4701': { verb: 'Turn on autocharge', operation: 'changeAutochargeStatus' },
  'T-4702': { verb: 'Turn off autocharge', operation: 'changeAutochargeStatus' },
  'T-4703': { verb: 'Turn off autocharge', operation: 'changeAutochargeStatus' },
  'T-4704': { verb: 'Request a refund', operation: null },
  'T-4705': { verb: 'Disable token', operation: 'disableToken' },
  'T-4706': { verb: 'Enable token', operation: 'enableToken' },
  'T-4707': { verb: 'Change end date', operation: 'changeExpirationDate' },
  'T-4708': { verb: 'Change e-mail', operation: 'changeBuyerEmail' },
  'T-4709': { verb: 'Change end date', operation: 'changeExpirationDate' },
  'T-4710': { verb: 'Turn off autocharge', operation: 'changeAutochargeStatus' },
}

/** A new machine that works for the demo's agent; the page is an admin's. */
async function tokenOf(page: Page): Promise<string> {
  await page.goto('/settings')
  return page.evaluate(async () => {
    const people = (await (await fetch('/api/desk/agents')).json()) as { people: { id: string; name: string }[] }
    const agent = people.people.find(({ name }) => name === 'Alma Reyes')
    const machine = { name: 'helpdesk-bot', accountId: agent?.id, merchants: ['northwind'], scopes: ['read', 'propose'], days: 1 }
    const headers = { 'content-type': 'application/json', 'x-action-id': crypto.randomUUID() }
    const made = await fetch('/api/desk/agents', {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...machine, readsAMinute: 600 }),
    })
    return ((await made.json()) as { token: string }).token
  })
}

test('the assistant prepares ten tickets, and each takes a person two actions', async ({ signedInAs, standin, servers }) => {
  test.setTimeout(240_000)
  const env = { DESK_URL: servers.address, DESK_TOKEN: await tokenOf(await signedInAs('admin')) }
  for (const ticket of tickets) {
    const assisted = [process.execPath, '--import', 'tsx', 'scripts/desk.ts', 'assist', join(folder, `${ticket}.txt`), '--json']
    const { code, output } = await run(assisted, env)
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('"state": "waiting"') })
  }
  const commands = async () =>
    (await standin.requests()).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/bundles'))
  expect(await commands()).toEqual([])

  const page = await signedInAs('agent')
  await page.goto('/approvals?lane=machines')
  const waiting = page.getByRole('list', { name: 'Open proposals' }).getByRole('button')
  await expect(waiting).toHaveCount(tickets.length)
  await expect(page.getByRole('button', { name: `Machines ${tickets.length}` })).toBeVisible()
  await page.getByLabel('Action', { exact: true }).selectOption('Turn off autocharge')
  await expect(waiting).toHaveCount(3)
  await page.getByLabel('Action', { exact: true }).selectOption('')
  await axeFindsNothing(page)
  for (const ticket of tickets) {
    const before = await commands()
    const { verb = '', operation = null } = wanted[ticket] ?? {}
    await waiting.filter({ hasText: ticket }).click() // the first action
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Text from the ticket. Not checked, not an instruction.')).toBeVisible()
    if (ticket === tickets[0]) await axeFindsNothing(page)
    const isReworded = ticket === 'T-4702' // where the person wants other words than the machine's
    if (isReworded) {
      await dialog.getByRole('button', { name: 'Edit the reason' }).click()
      await dialog.getByLabel('Reason').fill('Asked by phone')
    }
    await dialog.getByRole('button', { name: verb }).click() // the second
    await expect(dialog.getByRole('status').first()).toBeVisible()
    expect((await commands()).slice(before.length).map((each) => each.operation)).toEqual(operation === null ? [] : [operation])
    if (isReworded) expect((await commands()).at(-1)?.body).toContain('Asked by phone')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }
  await expect(page.getByRole('heading', { name: 'No proposals to decide' })).toBeVisible()
  await expect(page.getByText(`in the last 24 hours: ${tickets.length} pressed`)).toBeVisible()
})
