import { absolute, compare, formatAmount, subtract } from '@/lib/core/money'
import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import type { PriceResult } from '@/lib/operations/schemas/price-result'

export type QuoteState = 'draft' | 'open' | 'lapsed' | 'used' | 'withdrawn'

/** The states a list is narrowed to; one's own drafts are among the open ones. */
export const listedStates = ['open', 'lapsed', 'used', 'withdrawn'] as const
export type ListedState = (typeof listedStates)[number]

export const stateLabels: Record<QuoteState, string> = {
  draft: 'Open, only you',
  open: 'Open',
  lapsed: 'Lapsed',
  used: 'Used',
  withdrawn: 'Withdrawn',
}

/** Each price of a comparison is a request to the service at worst, so there is an end to what one quote keeps. */
export const maxCompared = { options: 12, currencies: 6 }

/** So many characters of a description are kept. */
export const maxWords = 200

/** A line of an option as it was asked, which is enough to price it again. */
export type ComparedOption = { words: string; products: PriceRequest['bundles'][number]['products'] }

/** What the service said of an option in a currency, its own strings; or why it said nothing. */
export type ComparedPrice = {
  /** Place among the options. */
  option: number
  currency: string | null
  list: string | null
  discount: string | null
  net: string | null
  tax: string | null
  total: string | null
  /** What moving to it costs now; undefined where nothing is moved, and in quotes that were saved before it was kept. */
  due?: string | null
  refused: string | null
}

/** What the offer was chosen from. `chosen` is the place of its price among the prices. */
export type Comparison = { options: ComparedOption[]; prices: ComparedPrice[]; chosen: number }

/** What the service said the last time that it was asked again. */
export type CheckedPrice = { total: string | null; currency: string | null; at: string }

/** What became of it: the action that was made of it, by whom, or the order of the buyer's history that fits it. */
export type QuoteUse = { at: string; by: string | null; actionId: string | null; orderId: string | null }

/** A price frozen for colleagues: what was asked, what was answered, by whom, when, and until when it counts. Times are ISO in UTC. */
export type Quote = {
  id: string
  /** What the customer calls it by: `Q-7KM3X9`. */
  reference: string
  state: QuoteState
  merchant: string
  buyerId: string
  /** What the offer is called. */
  words: string
  request: PriceRequest
  /** Masked; for the one bundle of the request. */
  answer: PriceResult
  /** Null for one that was made before comparisons were kept. */
  compared: Comparison | null
  checked: CheckedPrice | null
  person: string
  mine: boolean
  madeAt: string
  validUntil: string
  sharedAt: string | null
  used: QuoteUse | null
}

/** A quote in the list. `buyer` is the masked e-mail or name. */
export type ListedQuote = Pick<
  Quote,
  'id' | 'reference' | 'state' | 'words' | 'buyerId' | 'checked' | 'person' | 'mine' | 'madeAt' | 'validUntil'
> & { buyer: string | null; product: string; total: string | null; currency: string | null }

export type QuotesPiece = { quotes: ListedQuote[]; counts: Record<ListedState, number>; next: string | null }

/** What is stored of the subscription that an offer is about: "Plus 3 months, ends 4 Dec 2026", and that day. */
export type QuotedSubscription = { words: string; ends: string | null; autocharge: { isOn: boolean; at: string } | null }

/** An answer to asking again: the quote as it is now, and what the service says now. */
export type QuoteAgain = { quote: Quote; now: PriceResult }

type Standing = Record<'used_at' | 'shared_at' | 'withdrawn_at', string | null> & { valid_until: string }

export const stateOfQuote = ({ used_at, valid_until, shared_at, withdrawn_at }: Standing, now: Date): QuoteState => {
  if (used_at !== null) return 'used'
  if (withdrawn_at !== null) return 'withdrawn'
  if (Date.parse(valid_until) <= now.getTime()) return 'lapsed'
  return shared_at === null ? 'draft' : 'open'
}

/** Whether it can still be taken up at its price. */
export const isOpenQuote = ({ state }: Pick<Quote, 'state'>): boolean => state === 'draft' || state === 'open'

type Drift = { way: 'same' | 'less' | 'more' | 'other'; words: string }

/** How far the price is from the one quoted, by the last time that it was asked; null where it never was. Nothing is compared across currencies. */
export function driftOf({ total, currency, checked }: Pick<ListedQuote, 'total' | 'currency' | 'checked'>): Drift | null {
  if (checked === null) return null
  const { total: now, currency: nowIn } = checked
  if (now === null) return { way: 'other', words: 'no price now' }
  if (total === null || currency !== nowIn) return { way: 'other', words: `now ${formatAmount(now)} ${nowIn ?? ''}`.trim() }
  const way = compare(now, total)
  if (way === 0) return { way: 'same', words: 'same price' }
  return {
    way: way > 0 ? 'more' : 'less',
    words: `${formatAmount(absolute(subtract(now, total)))} ${way > 0 ? 'more' : 'less'} now`,
  }
}
