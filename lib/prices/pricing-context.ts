import type { RecentBuyer } from '@/lib/knowledge/recent-buyer'

/** Whose prices are asked for, and the address they are signed for; e-mail and address are masked. */
export type PriceBuyer = {
  id: string
  email: string | null
  country: string | null
  /** Null where none is known: then one has to be typed. */
  address: { address: string; source: 'typed' | 'history' | 'fallback' } | null
}

export type ProductSuggestion = { code: string; name: string | null }

/** What the server tells a page that calculates prices. */
export type PricingContext = {
  merchant: { code: string; name: string; timeZone: string }
  buyer: PriceBuyer | null
  /** The account's own list, from its configuration. */
  products: readonly ProductSuggestion[]
  recent: readonly Pick<RecentBuyer, 'buyerId' | 'title' | 'country'>[]
  /** Which of the extra reads the account has. */
  reads: { listSubscriptions: boolean; listDowngradeTargets: boolean }
  /** Why links cannot be made by this person, or null. */
  mayAct: string | null
}
