import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { demoPassword } from '../demo-accounts.mjs'
import type { DemoServers } from '../demo-servers.mjs'
import { type Shot, shotsOf } from './shots'

type Look = { width: number; colorScheme: 'light' | 'dark' }
type Cookies = Parameters<Awaited<ReturnType<Browser['newContext']>>['addCookies']>[0]

const schemes = ['light', 'dark'] as const
const looks = [1440, 1024, 390].flatMap((width) => schemes.map((colorScheme): Look => ({ width, colorScheme })))

/**
 * Takes every wanted picture at every width, light and dark, into the folder as `name-width-scheme.png`.
 * Returns how many.
 */
export async function captureScreenshots(
  servers: DemoServers,
  { executablePath, folder, wanted }: { executablePath: string; folder: string; wanted: string },
): Promise<number> {
  const shots = shotsOf(await servers.fromStandin('stories')).filter(({ name }) => name.includes(wanted))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'] })
  const sessions = new Map<string, Cookies>()
  for (const shot of shots) {
    const { email, disturb = [] } = shot
    if (email && !sessions.has(email)) sessions.set(email, await cookiesOf(browser, servers.address, email))
    await servers.toStandin('reset')
    for (const fault of disturb) await servers.toStandin('faults', fault)
    const at = { address: servers.address, cookies: sessions.get(email ?? '') ?? [], folder }
    await Promise.all(looks.map((look) => take(browser, shot, look, at)))
    if (disturb.length > 0 && !shot.keepDisturbed) await servers.restartDashboard()
  }
  await browser.close()
  return shots.length * looks.length
}

async function take(
  browser: Browser,
  { name, path, disturb, act }: Shot,
  { width, colorScheme }: Look,
  { address, cookies, folder }: { address: string; cookies: Cookies; folder: string },
): Promise<void> {
  const context = await browser.newContext({ baseURL: address, viewport: { width, height: 900 }, colorScheme, timezoneId: 'UTC' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(path, { waitUntil: disturb ? 'load' : 'networkidle' })
  await act?.(page)
  await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true, animations: 'disabled' })
  await context.close()
}

/** Signs in through the form, once for each account. */
async function cookiesOf(browser: Browser, address: string, email: string): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('searchbox', { name: 'Find a buyer' }).waitFor()
  const cookies = await context.cookies()
  await context.close()
  return cookies
}
