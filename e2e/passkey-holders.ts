import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type CDPSession, expect, type Page } from '@playwright/test'
import { demoPassword } from '../scripts/demo-accounts.mjs'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { watch } from './watch'

type OfWorker = { signedActs: string; dataDir: string; servers: DemoServers; address: string }

/** A dashboard where some acts are signed, at a name: no passkey works for an IP address. */
export const test = base.extend<{ troubles: string[] }, OfWorker>({
  signedActs: ['renew-now,role-change', { scope: 'worker', option: true }],
  dataDir: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-'))
      await use(dataDir)
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker' },
  ],
  servers: [
    async ({ dataDir, signedActs }, use) => {
      const port = await freePort()
      const environment = { NEXTAUTH_URL: `http://localhost:${port}`, SIGNED_ACTS: signedActs }
      const servers = new DemoServers({ port, standinPort: await freePort(), dataDir, environment })
      await servers.start()
      await use(servers)
      await servers.stop()
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
export class VirtualAuthenticator {
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

  /** The keys it holds, with what nobody else should ever see of them. */
  async credentials() {
    return (await this.session.send('WebAuthn.getCredentials', { authenticatorId: this.id })).credentials
  }

  /** Holds a key of another one from now on, as if it had been copied. */
  holds(credential: Awaited<ReturnType<VirtualAuthenticator['credentials']>>[number]) {
    return this.session.send('WebAuthn.addCredential', { authenticatorId: this.id, credential })
  }

  /** Whether the person passes the screen lock from now on. */
  verifies(isUserVerified: boolean) {
    return this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.id, isUserVerified })
  }
}

export async function signIn(page: Page, role: string) {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(`${role}@demo.test`)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
}

/** Somebody who is signed in adds a passkey. */
export async function addPasskey(page: Page, name: string) {
  await page.goto('/settings/account')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await page.getByLabel('Passkey name').fill(name)
  await page.getByLabel('Passkey name').press('Enter') // by the keyboard alone
  await expect(page.getByRole('status').filter({ hasText: 'Passkey added.' })).toBeVisible()
}
