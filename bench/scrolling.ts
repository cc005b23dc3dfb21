import type { Page } from '@playwright/test'

const frames = 180
const step = 90 // px

/** The time that 95 of 100 frames stay within while somebody scrolls, in milliseconds. */
export function frameP95(page: Page): Promise<number> {
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
export async function emptyScroller(page: Page): Promise<void> {
  await page.evaluate(() => {
    const height = document.documentElement.scrollHeight
    document.body.replaceChildren()
    document.body.style.height = `${height}px`
  })
}
