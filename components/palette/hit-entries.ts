import type { PaletteEntry } from '@/lib/client/palette'
import type { Hit } from './use-results'

/** Buyers that were found, each with the reason, and whatever else a hit tells in plain words. */
export const hitEntries = (hits: readonly Hit[], open: (buyerId: string) => void): PaletteEntry[] =>
  hits.map((hit) => ({
    id: `hit ${hit.buyerId}`,
    words: `${hit.buyerId.slice(0, 8)}…${hit.buyerId.slice(-4)}`,
    aside: asideOf(hit),
    run: () => open(hit.buyerId),
  }))

function asideOf({ buyerId: _, reason, ...rest }: Hit): string {
  const more = Object.values(rest).filter((value) => typeof value === 'string' && value !== '')
  return [reason, ...more].join(' · ')
}
