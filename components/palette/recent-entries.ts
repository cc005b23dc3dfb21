import type { PaletteEntry } from '@/lib/client/palette'
import type { RecentBuyer } from '@/lib/recent-buyer'

/** The buyers opened last, told by their masked e-mail or by their id. */
export const recentEntries = (buyers: readonly RecentBuyer[], open: (buyerId: string) => void): PaletteEntry[] =>
  buyers.map(({ buyerId, email, country, ticket }) => ({
    id: `recent ${buyerId}`,
    words: email ?? `${buyerId.slice(0, 8)}…${buyerId.slice(-4)}`,
    aside: [country, ticket].filter(Boolean).join(' · ') || undefined,
    run: () => open(buyerId),
  }))
