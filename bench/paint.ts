import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { type Figure, median } from './measure'

const runs = 3
/** How much slower the processor is made, and how long the page is then watched after it was loaded. */
const speeds = [
  { slowdown: 1, words: 'at full speed', watchMs: 2_000 },
  { slowdown: 4, words: 'at a quarter of the CPU', watchMs: 5_000 },
] as const
/** A task that takes longer than this keeps a press waiting; only what is over it counts. */
const longMs = 50
const mostBlockedMs = 250

type Opened = { largestPaint: number; blocked: number }
type PageToOpen = { path: string; limit: number }

/**
 * The largest paint of each page and how long its main thread was blocked in all, in milliseconds: the median of three new tabs, at full speed and at a
 * quarter of the CPU. The limits are meant for the quarter.
 */
export async function paints(context: BrowserContext, pages: Record<string, PageToOpen>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { slowdown, words, watchMs } of speeds)
    for (const [name, { path, limit }] of Object.entries(pages)) {
      const opened: Opened[] = []
      for (let run = 0; run < runs; run += 1) opened.push(await open(context, path, slowdown, watchMs))
      const all = opened.map(({ largestPaint, blocked }) => `${largestPaint.toFixed(0)} and ${blocked.toFixed(0)}`).join(', ')
      const of = (pick: (page: Opened) => number) => Math.round(median(opened.map(pick)))
      const detail = `paint and blocked time of each run: ${all} ms`
      figures.push(
        { name: `largest paint, ${name}, ${words}`, value: of(({ largestPaint }) => largestPaint), unit: 'ms', limit, detail },
        { name: `blocked, ${name}, ${words}`, value: of(({ blocked }) => blocked), unit: 'ms', limit: mostBlockedMs, detail },
      )
    }
  return figures
}

async function open(context: BrowserContext, path: string, slowdown: number, watchMs: number): Promise<Opened> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPaint)
  await page.goto(path, { waitUntil: 'load' })
  await wait(watchMs)
  const { largestPaint, tasks } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
  await page.close()
  const blocked = tasks.reduce((sum, task) => sum + Math.max(0, task - longMs), 0)
  return { largestPaint, blocked }
}

type Seen = { largestPaint: number; tasks: number[] }

/** Runs in the page, before anything else. */
function watchPaint(): void {
  const seen: Seen = { largestPaint: 0, tasks: [] }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largestPaint = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}
