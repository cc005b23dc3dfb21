import { gzipSync } from 'node:zlib'
import type { Post } from './sender'
import type { Happening } from './shop'
import { garbage, spelled } from './spelling'

/**
 * All that is posted, in any order: each happening once to three times in other words, with garbage, foreign events and wrong addresses between.
 * One in twenty is lost at first and comes at the end; some thousands come all at once at the beginning.
 */
export function deliveries(happenings: readonly Happening[], path: string, random: () => number) {
  const placed: { post: Post; place: number }[] = []
  const repaired: Post[] = []
  const add = (post: Post) => placed.push({ post, place: random() })
  for (const happening of happenings) {
    const isLost = random() < 0.05
    const times = random() < 0.75 ? 1 : random() < 0.5 ? 2 : 3
    for (let time = 0; time < times; time += 1) {
      const { text, isPacked } = spelled(happening, 'northwind', random)
      const post = { body: isPacked ? gzipSync(text) : text, isPacked, path, isWanted: true }
      if (isLost) repaired.push(post)
      else add(post)
      // The very same bytes, as where the answer was lost.
      if (random() < 0.1) add(post)
    }
    if (random() < 0.02) {
      const { body, isKept } = garbage(happening, 'northwind', random)
      add({ body, isPacked: Buffer.isBuffer(body), path, isWanted: isKept })
    }
    if (random() < 0.01) add({ body: forged(happening, random), path, isWanted: true })
    if (random() < 0.005)
      add({ body: forged(happening, random), path: `${path.slice(0, -43)}${'A'.repeat(43)}`, isWanted: false })
  }
  const shuffled = placed.toSorted((a, b) => a.place - b.place).map(({ post }) => post)
  const burst = Math.min(4_000, Math.floor(shuffled.length / 10))
  return {
    burst: shuffled.slice(0, burst),
    first: shuffled.slice(burst),
    repaired,
    count: shuffled.length + repaired.length,
  }
}

/** Says of another merchant account, or of none, what would change everything. */
function forged(happening: Happening, random: () => number): string {
  const merchant = ['southbay', 'elsewhere', ''][Math.floor(random() * 3)] ?? ''
  const { text } = spelled(happening, merchant, random)
  return text.replace(/"(settled|captured|active)"/g, '"declined"')
}
