import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { axeFindsNothing } from './axe'
import { test as base, expect } from './fixtures'

type Received = { id: string; signature: string; body: string }
type Receiver = { port: number; received: Received[]; stop(): void }

/** A server that takes whatever is posted to it. */
async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const text = (name: string) => String(request.headers[name])
    received.push({ id: text('x-counterfoil-delivery'), signature: text('x-counterfoil-signature'), body })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, received, stop: () => void server.close() }
}

const signatureOf = (secret: string, { signature, body }: Received) =>
  createHmac('sha256', secret)
    .update(`${signature.slice(2, signature.indexOf(','))}.${body}`)
    .digest('hex')

const test = base.extend<object, { receiver: Receiver }>({
  receiver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const receiver = await startReceiver()
      await use(receiver)
      receiver.stop()
    },
    { scope: 'worker' },
  ],
  servers: [
    async ({ dataDir, receiver }, use) => {
      const environment = { HOOK_HOSTS: `127.0.0.1:${receiver.port}` }
      const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir, environment })
      await servers.start()
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

/** Somebody makes a hand-over sheet, of which everybody else is told. */
const handOver = (page: Page, actionId = randomUUID()) =>
  page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json', 'x-action-id': id }
    const answer = await fetch('/api/desk/handovers', {
      method: 'POST',
      headers,
      body: JSON.stringify({ remark: 'Quiet night' }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }, actionId)

const bellOf = (page: Page, name: string) => page.getByRole('button', { name: `For you: ${name}` })
const words = 'A hand-over sheet is ready'

test('what happens is in the bell, in the browser where wanted, and at a hook, which an admin sets up, turns off and removes', async ({
  signedInAs,
  receiver,
  dataDir,
}) => {
  test.setTimeout(150_000)
  const admin = await signedInAs('admin')
  await admin.goto('/settings/notifications')
  await expect(admin.getByText('Hooks appear here.')).toBeVisible()
  await admin.getByRole('button', { name: 'Create hook' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Create hook' })
  await dialog.getByLabel('Name').fill('Night desk')
  await dialog.getByLabel('Address').fill('http://169.254.169.254/latest')
  await dialog.getByRole('button', { name: 'Create hook' }).click()
  await expect(dialog.getByText('Use an https address').first()).toBeVisible()
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/a-long-secret-path`)
  await axeFindsNothing(admin)
  await dialog.getByRole('button', { name: 'Create hook' }).click()
  const created = admin.getByRole('dialog', { name: 'Hook created' })
  const secret = (await created.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^[\w-]{43}$/)
  await created.getByRole('button', { name: 'Done' }).click()
  const row = admin.getByRole('listitem').filter({ hasText: 'Night desk' }).first()
  await expect(row).toContainText('Nothing sent yet')
  expect(await admin.content()).not.toContain('a-long-secret')

  const manager = await signedInAs('manager')
  await manager.context().grantPermissions(['notifications'])
  await manager.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    class Shown {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, { body }: { body: string }) {
        shown.push(`${title}, ${body}`)
      }
    }
    Object.assign(window, { Notification: Shown })
  })
  const shownTo = () => manager.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await manager.goto('/settings/account')
  const agent = await signedInAs('agent')
  await agent.goto('/handover')
  await handOver(agent)
  await expect(bellOf(manager, '1 new notification')).toBeVisible({ timeout: 30_000 })
  expect(await shownTo()).toEqual([]) // nobody has asked for it

  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1)
  const [first] = receiver.received
  if (!first) throw new Error('Nothing came')
  expect(first.signature.split('v1=')[1]).toBe(signatureOf(secret, first))
  expect(JSON.parse(first.body)).toMatchObject({ kind: 'handover', account: 'Northwind', words })

  await manager.getByRole('button', { name: 'Notify me in this browser' }).click()
  await expect(manager.getByRole('button', { name: 'Stop notifying me in this browser' })).toBeVisible()
  await bellOf(manager, '1 new notification').press('Enter')
  const listed = manager.getByRole('list', { name: 'Notifications' }).getByRole('link')
  await expect(listed).toHaveText([/^New: A hand-over sheet is ready/])
  await axeFindsNothing(manager)
  await manager.keyboard.press('Escape')
  await expect(bellOf(manager, 'nothing waits')).toBeFocused()
  await handOver(agent)
  await expect.poll(shownTo, { timeout: 30_000 }).toEqual([`${words}, Northwind`])
  await manager.reload()
  await expect(bellOf(manager, '1 new notification')).toBeVisible()
  await expect(manager.getByRole('button', { name: 'Stop notifying me in this browser' })).toBeVisible()
  expect(await shownTo()).toEqual([]) // once, and not again with each page

  await manager.context().addCookies([{ name: 'screen-share', value: 'on', url: manager.url() }])
  await manager.reload()
  await handOver(agent)
  await expect(bellOf(manager, '2 new notifications')).toBeVisible({ timeout: 30_000 })
  expect(await shownTo()).toEqual([])
  await manager.context().clearCookies({ name: 'screen-share' })
  await manager.reload()

  await manager.getByLabel('Hand-over in the bell').uncheck()
  await expect(manager.getByRole('status').filter({ hasText: 'Saved' })).toBeAttached()
  await manager.reload()
  await expect(bellOf(manager, 'nothing waits')).toBeVisible()
  await manager.getByLabel('Hand-over in the bell').check()

  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(3)
  const database = new Database(join(dataDir, 'counterfoil.sqlite'), { timeout: 10_000 })
  database.prepare("update hook_deliveries set state = 'given-up', status = '503' where id = ?").run(first.id)
  database.close()
  await admin.reload()
  await expect(row).toContainText('1 given up')
  await row.getByText('Last deliveries to Night desk').click()
  await axeFindsNothing(admin)
  await row.getByRole('button', { name: `Send again: ${words}` }).click()
  await expect.poll(() => receiver.received.slice(3).map(({ id }) => id), { timeout: 30_000 }).toEqual([first.id])
  await row.getByRole('button', { name: 'Turn off Night desk' }).click()
  await expect(row.getByRole('button', { name: 'Turn on Night desk' })).toBeVisible()
  await handOver(agent)
  await row.getByRole('button', { name: 'Remove Night desk' }).click()
  await admin.getByRole('dialog', { name: 'Remove hook' }).getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByText('Hooks appear here.')).toBeVisible()
  expect(receiver.received).toHaveLength(4)
})
