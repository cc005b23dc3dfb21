import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { buildWhenStale } from '../scripts/build.mjs'
import { requireChromium } from '../scripts/chromium.mjs'
import { demoAccounts, demoPassword } from '../scripts/demo-accounts.mjs'
import { DemoServers } from '../scripts/demo-servers.mjs'
import { freePort } from '../scripts/ports.mjs'
import { ids } from '../standin/seed/stories'
import { eventsFigure } from './events'
import { files } from './files'
import { incidentsFigure } from './incidents'
import { journalAgainstFlush } from './journal'
import { listFigures } from './lists'
import { longHistory } from './long-history'
import type { Figure } from './measure'
import { morningFigures } from './morning'
import { commandOverhead, proxyOverhead } from './overhead'
import { firstLoad, firstOrder } from './pages'
import { pricesInSight } from './prices'
import { searchFigures } from './search'

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

const built = await buildWhenStale()
if (built.code !== 0) throw new Error(built.output)
// Before the browser and the servers are there to disturb what is measured in this process.
const inHere = [
  await journalAgainstFlush(),
  ...(await files()),
  await morningFigures(),
  await eventsFigure(),
  await incidentsFigure(),
]
const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir })
await servers.start()
const executablePath = await requireChromium()
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
try {
  report([...(await measure()), ...inHere, ...(await searchFigures()), ...(await listFigures())])
} finally {
  await browser.close()
  await servers.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(): Promise<Figure[]> {
  const context = await browser.newContext({ baseURL: servers.address })
  const signIn = await firstLoad(context, 'sign-in', '/sign-in', 165)
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(demoAccounts.find(({ role }) => role === 'agent')?.email ?? '')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const standin = {
    url: servers.standinAddress,
    slowDown: (ms: number, times: number, operation = 'getChargeHistory') =>
      servers.toStandin('faults', { operation, fault: 'delay', ms, times }),
  }
  return [
    signIn,
    await firstLoad(context, 'buyer page', `/buyers/${ids.cascade.buyer}`, 200),
    await firstLoad(context, 'prices', `/buyers/${ids.cascade.buyer}/prices`, 260),
    await firstOrder(page, ids.longHistory.buyer, ids.yen.buyer),
    await pricesInSight(page, { slowDown: (ms, times) => standin.slowDown(ms, times, 'getOneClickPrices') }, ids.cascade.buyer),
    await firstLoad(context, 'all charges', `/buyers/${ids.cascade.buyer}/charges`, 220),
    ...(await longHistory(page, {
      url: servers.address,
      cookie,
      makeHistory: (orders) => servers.toStandin('histories', { orders }),
    })),
    await proxyOverhead({ url: servers.address, cookie }, standin, ids.cascade.buyer),
    await commandOverhead({ url: servers.address, cookie }),
  ]
}

function report(figures: Figure[]): void {
  for (const { name, value, unit, limit, detail } of figures)
    console.log(`${value <= limit ? '✓' : '✗'} ${name}: ${value} ${unit}, at most ${limit} (${detail})`)
  writeFileSync('bench/results.json', `${JSON.stringify(figures, null, 2)}\n`)
  if (figures.some(({ value, limit }) => value > limit)) process.exitCode = 1
}
