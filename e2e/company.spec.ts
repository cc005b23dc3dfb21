import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { type Company, startCompany } from './company'
import { watch } from './watch'

type OfWorker = { corp: { company: Company; servers: DemoServers } }

const people = {
  ada: { name: 'Ada Lund', email: 'ada@corp.example.test', roles: ['desk-managers'] },
  olek: { name: 'Olek Brandt', email: 'olek@corp.example.test', roles: ['cooks'] },
}

/** A dashboard of a company with a sign-in of its own: a real provider, over real sockets. */
const test = base.extend<{ troubles: string[] }, OfWorker>({
  corp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-'))
      const port = await freePort()
      const company = await startCompany(await freePort(), people, `http://127.0.0.1:${port}`)
      const environment = {
        OIDC_ISSUER: company.issuer,
        OIDC_CLIENT_ID: 'desk',
        OIDC_CLIENT_SECRET: 'a secret of the tests',
        OIDC_ROLE_MAP: '{"desk-managers":"manager"}',
      }
      const servers = new DemoServers({ port, standinPort: await freePort(), dataDir, environment })
      await servers.start()
      await use({ company, servers })
      await servers.stop()
      await company.stop()
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ corp }, use) => use(corp.servers.address),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  troubles: async ({}, use) => {
    const troubles: string[] = []
    await use(troubles)
    expect(troubles).toEqual([])
  },
  context: async ({ context, corp, troubles }, use) => {
    await watch(context, corp.servers.address, troubles, [corp.company.issuer])
    await use(context)
  },
})

test.describe.configure({ mode: 'default' }) // one worker, and so one start of the servers

async function signInAs(page: Page, name: keyof typeof people) {
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await page.getByLabel('Who are you').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}

test('somebody goes to their company and comes back to the page they wanted, and signing out ends both', async ({
  page,
  corp,
}) => {
  const policy = (await page.goto('/journal'))?.headers()['content-security-policy']
  expect(policy).toContain(`form-action 'self' ${corp.company.issuer};`)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await signInAs(page, 'ada')
  await expect(page.getByRole('heading', { name: 'Journal' })).toBeVisible()
  await expect(page).toHaveURL(/\/journal$/)
  await page.getByRole('button', { name: 'Ada Lund, manager' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign me out here too' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect((await page.request.get('/api/desk/session')).status()).toBe(401)
  await page.getByRole('button', { name: 'Sign in with your company' }).click()
  await expect(page.getByLabel('Who are you')).toBeVisible()
})

test('somebody without a role is told so in a sentence, and stays outside', async ({ page }) => {
  await page.goto('/')
  await signInAs(page, 'olek')
  await expect(page.getByRole('alert').filter({ hasText: 'has no Counterfoil role' })).toBeVisible()
  expect((await page.request.get('/api/desk/session')).status()).toBe(401)
})
