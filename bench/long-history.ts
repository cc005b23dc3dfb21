import type { Page } from '@playwright/test'
import { ids } from '../standin/seed/stories'
import { type Figure, median } from './measure'
import { firstOrderInSight } from './pages'
import { watchServer } from './server-watch'

const [few, many] = [1_000, 50_000]
const rounds = 5

type Servers = { url: string; cookie: string; makeHistory: (orders: number) => Promise<void> }

/** What a buyer's charges cost when there are fifty times as many, beside a plain list of all of them with all data in the browser. */
export async function longHistory(page: Page, servers: Servers): Promise<Figure[]> {
  page.setDefaultNavigationTimeout(180_000) // a plain list of fifty thousand takes long to leave, too
  const small = await measured(page, servers, few)
  const large = await measured(page, servers, many)
  const { ours: frame, empty } = await scrolled(page)
  const plain = await plainList(page, ids.withoutLengthLimits.buyer)
  await servers.makeHistory(few)
  await page.goto('about:blank')
  await forget(servers)
  const plainSmall = await plainList(page, ids.withoutLengthLimits.buyer)
  const { watched } = large
  const [mb, ms] = [(bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`, (time: number) => `${time.toFixed(0)} ms`]
  return [
    growth('time to the first order', small.first, large.first, `plain list: ${ms(plainSmall.first)} to ${ms(plain.first)}`, ms),
    growth('heap of the page', small.heap, large.heap, `plain list: ${mb(plainSmall.heap)} to ${mb(plain.heap)}`, mb),
    at('DOM nodes', large.nodes, 'nodes', 1_500, `plain list: ${plain.nodes}`),
    at(
      'p95 frame while scrolling, against an empty scroller',
      frame / empty,
      '×',
      1.05,
      `${frame.toFixed(2)} ms, ${empty.toFixed(2)} ms`,
    ),
    at(
      'longest block of the server’s loop while it is read',
      watched.longestBlock,
      'ms',
      20,
      `from the first orders on; ${ms(watched.longestBlockAtFirst)} while the page was made, ${ms(small.watched.longestBlockAtFirst)} with the short history`,
    ),
    at('p99 of other people’s requests meanwhile', watched.othersP99, 'ms', 200, 'what waits for them, every 25 ms'),
    at('more memory of the server meanwhile', watched.moreMemory / 1e6, 'MB', 50, 'resident, at its highest'),
  ]
}

const address = `/buyers/${ids.withoutLengthLimits.buyer}/charges`

async function measured(page: Page, { url, cookie, makeHistory }: Servers, orders: number) {
  await makeHistory(orders)
  const times: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('about:blank')
    await forget({ url, cookie })
    const time = await firstOrderInSight(page, address)
    if (round > 0) times.push(time) // what is compiled at the first use is not what people wait for
  }
  const whole = `Showing ${orders.toLocaleString('en')} of ${orders.toLocaleString('en')} orders`
  await page.goto('about:blank')
  const begin = async () => {
    await page.goto('about:blank')
    await forget({ url, cookie })
    await page.goto(address)
    await page.locator('[data-order-row]').first().waitFor()
  }
  const work = () => page.getByText(whole).waitFor({ timeout: 180_000 })
  const watched = await watchServer(url, cookie, { begin, work })
  return { first: median(times), heap: await heapOf(page), nodes: await nodesOf(page), watched }
}

/** Leaves a read right after its beginning: what was kept is given up, and the next who comes has it read anew. */
async function forget({ url, cookie }: Pick<Servers, 'url' | 'cookie'>): Promise<void> {
  const leaving = new AbortController()
  await fetch(`${url}/api/desk/buyers/${ids.withoutLengthLimits.buyer}/charges/reading?again=yes`, {
    headers: { cookie },
    signal: leaving.signal,
  })
  leaving.abort()
}

/** Our list and an empty one of the same height, by turns in one tab. */
async function scrolled(page: Page): Promise<{ ours: number; empty: number }> {
  const frames: { ours: number[]; empty: number[] } = { ours: [], empty: [] }
  for (let round = 0; round < 3; round += 1) {
    await page.goto(address)
    await page.locator('[data-order-row]').first().waitFor()
    await page.getByText(`Showing ${many.toLocaleString('en')} of`).waitFor({ timeout: 180_000 })
    frames.ours.push(await frameP95(page))
    await emptyScroller(page)
    frames.empty.push(await frameP95(page))
  }
  return { ours: median(frames.ours), empty: median(frames.empty) }
}

/** Bytes in use after everything that can go has gone. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await session.send('Runtime.getHeapUsage')) as { usedSize: number }
  await session.detach()
  return usedSize
}

const nodesOf = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

/** The exponent by which something grows from a thousand orders to fifty thousand: 0 is not at all, 1 is with them. */
function growth(name: string, small: number, large: number, beside: string, words: (value: number) => string): Figure {
  const exponent = Math.log(large / small) / Math.log(many / few)
  return at(
    `${name}, growth from 1 000 to 50 000 orders`,
    exponent,
    'exponent',
    0.1,
    `${words(small)} to ${words(large)}; ${beside}`,
  )
}

const at = (name: string, value: number, unit: string, limit: number, detail: string): Figure => ({
  name: `all charges: ${name}`,
  value: Math.round(value * 1000) / 1000,
  unit,
  limit,
  detail,
})

type Plain = { first: number; heap: number; nodes: number }

/** The other way: every order is fetched into the browser, and then each gets a row of its own. */
async function plainList(page: Page, buyerId: string): Promise<Plain> {
  await page.goto('/journal') // a page of ours that holds no orders
  const first = await page.evaluate(async (path) => {
    const from = performance.now()
    await (await fetch(`${path}/reading`)).text()
    const orders: {
      orderId: string | null
      createdAt?: string
      type?: string
      charges?: { status: string; amount: string }[]
    }[] = []
    for (let found = 1; orders.length < found; ) {
      const answer = await (await fetch(`${path}?limit=100&offset=${orders.length}`)).json()
      found = answer.found
      orders.push(...answer.orders)
    }
    const list = document.createElement('ul')
    for (const order of orders) {
      const row = document.createElement('li')
      for (const text of [order.orderId, order.createdAt, order.type, order.charges?.[0]?.status, order.charges?.[0]?.amount]) {
        const cell = document.createElement('span')
        cell.textContent = text ?? '–'
        row.append(cell)
      }
      list.append(row)
    }
    document.body.replaceChildren(list)
    Object.assign(globalThis, { plainOrders: orders })
    await new Promise((drawn) => requestAnimationFrame(drawn))
    return performance.now() - from
  }, `/api/desk/buyers/${buyerId}/charges`)
  return { first, heap: await heapOf(page), nodes: await nodesOf(page) }
}

const frames = 180
const step = 90 // px

/** The time that 95 of 100 frames stay within while somebody scrolls, in milliseconds. */
function frameP95(page: Page): Promise<number> {
  return page.evaluate(
    async ({ frames, step }) => {
      // Nothing in here may be a function with a name: what compiles this file would wrap it in a helper that the page does not have.
      scrollTo(0, 0)
      let last = await new Promise<number>((drawn) => requestAnimationFrame(drawn))
      const times: number[] = []
      for (let count = 0; count < frames; count += 1) {
        scrollBy(0, step)
        const now = await new Promise<number>((drawn) => requestAnimationFrame(drawn))
        times.push(now - last)
        last = now
      }
      return times.sort((a, b) => a - b)[Math.floor(frames * 0.95)] ?? Number.NaN
    },
    { frames, step },
  )
}

/** Leaves nothing on the page but its height. */
async function emptyScroller(page: Page): Promise<void> {
  await page.evaluate(() => {
    const height = document.documentElement.scrollHeight
    document.body.replaceChildren()
    document.body.style.height = `${height}px`
  })
}
