import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, type CDPSession, expect, type Page } from '@playwright/test'
import { ids } from '@/standin/seed/stories'
import { demoPassword } from '../scripts/demo-accounts.mjs'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { watch } from './watch'

type OfWorker = { servers: DemoServers; address: string }

/** A dashboard where some acts are signed, at a name: no passkey works for an IP address. */
const test = base.extend<{ troubles: string[] }, OfWorker>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-'))
      const port = await freePort()
      const environment = { NEXTAUTH_URL: `http://localhost:${port}`, SIGNED_ACTS: 'renew-now,role-change' }
      const servers = new DemoServers({ port, standinPort: await freePort(), dataDir, environment })
      await servers.start()
      await use(servers)
      await servers.stop()
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  address: [async ({ servers }, use) => use(servers.address.replace('127.0.0.1', 'localhost')), { scope: 'worker' }],
  baseURL: async ({ address }, use) => use(address),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  troubles: async ({}, use) => {
    const troubles: string[] = []
    await use(troubles)
    expect(troubles).toEqual([])
  },
  context: async ({ context, address, troubles }, use) => {
    await watch(context, address, troubles)
    await use(context)
  },
})

/** Chromium's own authenticator in software. */
class VirtualAuthenticator {
  private constructor(
    private readonly session: CDPSession,
    private readonly id: string,
  ) {}

  static async of(page: Page): Promise<VirtualAuthenticator> {
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
    return new VirtualAuthenticator(session, authenticatorId)
  }

  /** Whether the person passes the screen lock from now on. */
  verifies(isUserVerified: boolean) {
    return this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified })
  }
}

async function signIn(page: Page, role: string) {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(`${role}@demo.test`)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
}

const noViolations = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

const renewal = `/buyers/${ids.cascade.buyer}?do=renewNow&of=${ids.cascade.activeSubscription}`

test('a manager adds a passkey, renews with it, and is asked for it at sign-in', async ({ page, servers, troubles }) => {
  test.setTimeout(180_000)
  const sent = async () =>
    ((await servers.fromStandin('requests')) as { method: string; path: string }[]).filter(({ path }) =>
      path.endsWith('/change_expiration_date'),
    ).length
  const authenticator = await VirtualAuthenticator.of(page)
  await signIn(page, 'manager')

  await page.goto(renewal)
  const dialog = page.getByRole('dialog')
  const renew = dialog.getByRole('button', { name: 'Renew now with your passkey' })
  await dialog.getByLabel('Type RENEW').fill('RENEW')
  await expect(renew).toHaveAttribute('aria-disabled', 'true')
  expect(await sent()).toBe(0)

  await page.goto('/settings/account')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await page.getByLabel('Passkey name').fill('Blue key')
  await page.getByLabel('Passkey name').press('Enter') // by the keyboard alone
  await expect(page.getByRole('status').filter({ hasText: 'Passkey added.' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Blue key' })).toBeVisible()
  await noViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await noViolations(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto(renewal)
  await dialog.getByLabel('Type RENEW').fill('RENEW')
  await dialog.getByLabel('Reason').fill('Agreed with the buyer')
  await authenticator.verifies(false) // the screen lock isn't passed
  await renew.click()
  await expect(dialog.getByText('No passkey was used, so nothing was done.')).toBeVisible()
  expect(await sent()).toBe(0)
  await authenticator.verifies(true)
  await renew.click()
  await expect(dialog.getByRole('status').first()).toBeVisible()
  await expect.poll(sent).toBe(1)

  await page.goto('/settings/account')
  await page.getByRole('checkbox', { name: 'Ask for my passkey when I sign in' }).click()
  await expect(page.getByRole('checkbox', { name: 'Ask for my passkey when I sign in' })).toBeChecked()
  await page.context().clearCookies()
  await authenticator.verifies(false)
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill('manager@demo.test')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('No passkey was used')).toBeVisible()
  await authenticator.verifies(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
  expect(troubles).toEqual([])
})
