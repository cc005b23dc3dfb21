import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { demoPassword } from '../demo-accounts.mjs'
import { shotsOf } from './shots.mjs'

const looks = [1440, 1024, 390].flatMap((width) => ['light', 'dark'].map((colorScheme) => ({ width, colorScheme })))

/**
 * Takes every wanted picture at every width, light and dark, into the folder as `name-width-scheme.png`.
 * @returns {Promise<number>} how many
 */
export async function photograph(servers, { executablePath, folder, wanted }) {
  const shots = shotsOf(await servers.fromStandin('stories')).filter(({ name }) => name.includes(wanted))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'] })
  const sessions = new Map()
  for (const shot of shots) {
    const { email, disturb = [] } = shot
    if (email && !sessions.has(email)) sessions.set(email, await cookiesOf(browser, servers.address, email))
    await servers.toStandin('reset')
    for (const fault of disturb) await servers.toStandin('faults', fault)
    const at = { address: servers.address, cookies: sessions.get(email) ?? [], folder }
    await Promise.all(looks.map((look) => take(browser, shot, look, at)))
    if (disturb.length > 0 && !shot.keepDisturbed) await servers.restartDashboard()
  }
  await browser.close()
  return shots.length * looks.length
}

async function take(browser, { name, path, disturb, act }, { width, colorScheme }, { address, cookies, folder }) {
  const context = await browser.newContext({ baseURL: address, viewport: { width, height: 900 }, colorScheme, timezoneId: 'UTC' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(path, { waitUntil: disturb ? 'load' : 'networkidle' })
  await act?.(page)
  await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true, animations: 'disabled' })
  await context.close()
}

/** Signs in through the form, once for each account. */
async function cookiesOf(browser, address, email) {
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
