import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { BrowserContext, Page } from '@playwright/test'
import { type Figure, inTurns, ratio } from './measure'

const countedMs = 2_000

/**
 * All JavaScript that a page loads within two seconds of going to it, compressed: what its HTML names and what its scripts ask for. Kilobytes of
 * 1 000 bytes.
 */
export async function firstLoad(context: BrowserContext, name: string, path: string, limit: number): Promise<Figure> {
  const page = await context.newPage()
  const addresses = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && addresses.add(request.url()))
  await page.goto(path, { waitUntil: 'commit' })
  await wait(countedMs)
  await page.close()
  let bytes = 0
  for (const address of addresses) bytes += gzipSync(await (await context.request.get(address)).body(), { level: 9 }).length
  const detail = `${addresses.size} files within 2 s; an empty page of the framework has 131 kB`
  return { name: `JavaScript, ${name}`, value: Math.round(bytes / 100) / 10, unit: 'kB', limit, detail }
}

const rounds = 31

/** Time from the click on an address to the first order in sight, for a long history against a short one. */
export async function firstOrder(page: Page, long: string, short: string): Promise<Figure> {
  const open = async (buyerId: string) => {
    await page.goto('about:blank')
    return firstOrderInSight(page, `/buyers/${buyerId}`)
  }
  for (const buyerId of [long, short]) await open(buyerId) // what is compiled at the first use is not what people wait for
  const { one, other } = await inTurns(
    rounds,
    () => open(long),
    () => open(short),
  )
  return ratio('first order in sight, 1 000 orders against a few', one, other, 1.2)
}

/**
 * Milliseconds from going to an address until its first order is in sight. It is looked for at each frame: a locator of Playwright looks
 * after 20, 70, 170 and 270 ms and then twice a second.
 */
export async function firstOrderInSight(page: Page, address: string): Promise<number> {
  const from = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('[data-order-row]')?.checkVisibility())
  return performance.now() - from
}
