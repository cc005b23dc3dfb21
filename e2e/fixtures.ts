import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { demoAccounts, demoPassword } from '../scripts/demo-accounts.mjs'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { forget } from './forget'
import { Standin } from './standin'
import { watch } from './watch'

export { expect }

type Role = (typeof demoAccounts)[number]['role']
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

type Verbs = {
  /** Signs in through the form. The session is this test's own: signing out of it disturbs nobody. */
  signIn: (page: Page, role: Role) => Promise<void>
  /** A page of somebody with the role, signed in; each call is a person at a browser of their own. The session is shared by tests: do not end it. */
  signedInAs: (role: Role) => Promise<Page>
  /** The service behind the dashboard, as seeded; the dashboard knows nothing of it yet. */
  standin: Standin
}

type OfWorker = { dataDir: string; servers: DemoServers; sessions: Map<Role, Cookies> }

/** Servers of the worker's own, verbs, and a test that fails on whatever `watch` notes. */
export const test = base.extend<Verbs & { troubles: string[] }, OfWorker>({
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
    async ({ dataDir }, use) => {
      const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir })
      await servers.start()
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  baseURL: async ({ servers }, use) => use(servers.address),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  troubles: async ({}, use) => {
    const troubles: string[] = []
    await use(troubles)
    expect(troubles).toEqual([])
  },

  context: async ({ context, servers, troubles }, use) => {
    await watch(context, servers.address, troubles)
    await use(context)
  },

  page: async ({ page }, use) => use(lookingFirst(page)),

  signIn: async ({ baseURL }, use) => {
    await use(async (page, role) => {
      await page.goto(`${baseURL}/sign-in`)
      await page.getByLabel('E-mail').fill(emailOf(role))
      await page.getByLabel('Password').fill(demoPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('searchbox', { name: 'Find a buyer' })).toBeVisible()
    })
  },

  signedInAs: async ({ browser, servers, sessions, signIn, troubles }, use) => {
    const opened: BrowserContext[] = []
    await use(async (role) => {
      const context = await browser.newContext({ baseURL: servers.address })
      opened.push(context)
      await watch(context, servers.address, troubles)
      const page = lookingFirst(await context.newPage())
      const cookies = sessions.get(role)
      if (cookies) await context.addCookies(cookies)
      else await signIn(page, role)
      sessions.set(role, cookies ?? (await context.cookies()))
      return page
    })
    for (const context of opened) await context.close()
  },

  standin: [
    async ({ servers, dataDir }, use) => {
      const standin = new Standin(servers)
      await standin.reset()
      forget(dataDir)
      await use(standin)
      await standin.reset()
      if (standin.disturbed) await servers.restartDashboard()
    },
    { auto: true },
  ],
})

/**
 * A page whose `goto` returns once its scripts have it, unless the test waits for less. A busy machine may take longer for them than the five
 * seconds after which the page forgets an early press (`components/shell/early-press.tsx`).
 */
function lookingFirst(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options?.waitUntil) await page.waitForFunction(allButtonsAreTaken)
    return response
  }
  return page
}

const allButtonsAreTaken = () =>
  [...document.querySelectorAll('button')].every((button) => Object.keys(button).some((key) => key.startsWith('__reactProps')))

function emailOf(role: Role): string {
  const person = demoAccounts.find((each) => each.role === role)
  if (!person) throw new Error(`No demo account has the role ${role}`)
  return person.email
}
