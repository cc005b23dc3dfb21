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
import { interactions } from './interactions'
import { journalAgainstFlush } from './journal'
import { listFigures } from './lists'
import { longHistory } from './long-history'
import type { Figure } from './measure'
import { morningFigures } from './morning'
import { commandOverhead, proxyOverhead } from './overhead'
import { firstLoad, firstOrder } from './pages'
import { paints } from './paint'
import { pricesInSight, pricesPathOf } from './prices'
import { refusedEvents } from './refused-events'
import { searchFigures } from './search'

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

const built = await buildWhenStale()
if (built.code !== 0) throw new Error(built.output)
const measured: Figure[] = []
// Before the browser and the servers are there to disturb what is measured in this process.
tell(await journalAgainstFlush())
tell(...(await files()))
tell(await morningFigures())
tell(await eventsFigure())
tell(await refusedEvents())
tell(await incidentsFigure())
const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-bench-'))
const servers = new DemoServers({ port: await freePort(), standinPort: await freePort(), dataDir })
await servers.start()
const executablePath = await requireChromium()
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
try {
  await measure()
  tell(...(await searchFigures()))
  tell(...(await listFigures()))
  writeFileSync('bench/results.json', `${JSON.stringify(measured, null, 2)}\n`)
  if (measured.some(({ value, limit }) => value > limit)) process.exitCode = 1
} finally {
  await browser.close()
  await servers.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** As an agent sees them, so the rooms of finance and managers are as light as they get. */
const otherPages = [
  '/lists',
  '/journal',
  '/refunds',
  '/approvals',
  '/incidents',
  '/quotes',
  '/orders/new',
  '/buyers/new',
  '/settings',
  '/settings/account',
]

async function measure(): Promise<void> {
  const context = await browser.newContext({ baseURL: servers.address })
  await context.addInitScript({ content: 'globalThis.__name = (it) => it' }) // tsx names functions by it, also those that run in the page
  tell(await firstLoad(context, 'sign-in', '/sign-in', 150))
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
  const buyer = `/buyers/${ids.cascade.buyer}`
  const ofBuyers = { 'buyer page': buyer, prices: `${buyer}/prices`, 'all charges': `/buyers/${ids.longHistory.buyer}/charges` }
  for (const [name, path] of Object.entries({ find: '/', ...ofBuyers })) tell(await firstLoad(context, name, path, 190))
  for (const path of otherPages) tell(await firstLoad(context, path.slice(1), path, 190))
  const painted = {
    find: { path: '/', limit: 1_000 },
    'short buyer': { path: buyer, limit: 1_000 },
    'buyer of 1 000 orders': { path: `/buyers/${ids.longHistory.buyer}`, limit: 1_300 },
    prices: { path: `${buyer}/prices`, limit: 1_000 },
    'all charges': { path: `/buyers/${ids.longHistory.buyer}/charges`, limit: 1_300 },
    refunds: { path: '/refunds', limit: 1_000 },
  }
  tell(...(await paints(context, painted)))
  tell(await firstOrder(page, ids.longHistory.buyer, ids.yen.buyer))
  const slowPrices = { slowDown: (ms: number, times: number) => standin.slowDown(ms, times, 'getOneClickPrices') }
  tell(await pricesInSight(page, slowPrices, ids.cascade.buyer))
  const makeHistory = (orders: number) => servers.toStandin('histories', { orders })
  tell(...(await interactions(page, { makeHistory, pricesPath: await pricesPathOf(ids.cascade.buyer) })))
  tell(...(await longHistory(page, { url: servers.address, cookie, makeHistory })))
  tell(await proxyOverhead({ url: servers.address, cookie }, standin, ids.cascade.buyer))
  tell(await commandOverhead({ url: servers.address, cookie }))
}

/** Prints figures at once: what is measured after them may fail. */
function tell(...figures: Figure[]): void {
  measured.push(...figures)
  for (const { name, value, unit, limit, detail } of figures)
    console.log(`${value <= limit ? '✓' : '✗'} ${name}: ${value} ${unit}, at most ${limit} (${detail})`)
}
