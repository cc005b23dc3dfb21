import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { ids } from '../standin/seed/stories'
import type { Figure } from './measure'

const times = 12
const manyOrders = 50_000
/** Shorter ones the browser doesn't tell of; they count as this. */
const shortestMs = 16
const pauseMs = 150

type Given = { makeHistory: (orders: number) => Promise<void>; pricesPath: string }
type Kind = { name: string; path: string; ready: string; act: (page: Page, round: number) => Promise<void>; count?: number }

const buyer = `/buyers/${ids.longHistory.buyer}`
const manyCharges = `/buyers/${ids.withoutLengthLimits.buyer}/charges`

/** What people press and type all day, each from a page at rest. */
const kindsOf = ({ pricesPath }: Given): Kind[] => [
  {
    name: 'open a dialog',
    path: buyer,
    ready: '[data-order-row]',
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Turn (on|off) autocharge/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    count: 2,
  },
  {
    name: 'type in a filter',
    path: buyer,
    ready: '[data-order-row]',
    act: (page, round) => page.getByPlaceholder('Amount, card, id').press(String(round % 10)),
  },
  {
    name: 'press a chip',
    path: `${buyer}/charges`,
    ready: '[data-order-row]',
    act: (page) =>
      page
        .getByRole('button', { name: /^(Filter, )?Product/ })
        .first()
        .click(),
  },
  {
    name: 'J and K',
    path: `${buyer}/charges`,
    ready: '[data-order-row]',
    act: (page, round) => page.keyboard.press(round % 4 === 3 ? 'k' : 'j'),
  },
  {
    name: `sort ${manyOrders.toLocaleString('en')} rows`,
    path: manyCharges,
    ready: `text=Showing ${manyOrders.toLocaleString('en')} of`,
    act: (page) => page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click(),
  },
  {
    name: 'move the discount',
    path: pricesPath,
    ready: 'input[type=range]',
    act: (page) => page.getByRole('slider', { name: 'Common discount' }).press('ArrowRight'),
  },
]

/** How soon the page is painted after a press or a key: what three of four stay within, and 98 of 100, over all kinds. In milliseconds. */
export async function interactions(page: Page, given: Given): Promise<Figure[]> {
  await page.addInitScript(watchInteractions)
  await given.makeHistory(manyOrders)
  const found: { name: string; durations: number[] }[] = []
  for (const kind of kindsOf(given)) found.push({ name: kind.name, durations: await durationsOf(page, kind) })
  const all = found.flatMap(({ durations }) => durations)
  const detail = found
    .map(({ name, durations }) => `${name}: ${within(durations, 0.75)}, at most ${Math.max(...durations)}`)
    .join('; ')
  const figure = (name: string, share: number, limit: number) => ({
    name: `an interaction is painted, ${name}`,
    ...{ value: within(all, share), unit: 'ms', limit, detail },
  })
  return [figure('three of four', 0.75, 100), figure('98 of 100', 0.98, 200)]
}

async function durationsOf(page: Page, { path, ready, act, count = 1 }: Kind): Promise<number[]> {
  await page.goto(path)
  await page.locator(ready).first().waitFor({ timeout: 180_000 })
  await page.waitForLoadState('networkidle')
  await page.mouse.move(400, 400) // as a hand comes to the page before it presses
  for (let round = 0; round < times; round += 1) {
    await act(page, round)
    await wait(pauseMs)
  }
  const durations = await page.evaluate(() => [
    ...(globalThis as unknown as { durations: Map<number, number> }).durations.values(),
  ])
  return [...durations, ...Array<number>(Math.max(0, times * count - durations.length)).fill(shortestMs)]
}

const within = (durations: readonly number[], share: number): number =>
  durations.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(durations.length * share) - 1)] ?? Number.NaN

/** Runs in the page, before anything else: the longest event of each interaction. */
function watchInteractions(): void {
  const durations = new Map<number, number>()
  Object.assign(globalThis, { durations })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      const { interactionId = 0, duration } = entry
      if (interactionId > 0) durations.set(interactionId, Math.max(durations.get(interactionId) ?? 0, duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
