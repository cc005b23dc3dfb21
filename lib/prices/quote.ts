import type { PriceRequest } from '@/lib/operations/schemas/price-request'
import type { PriceResult } from '@/lib/operations/schemas/price-result'

export type QuoteState = 'draft' | 'shared' | 'expired' | 'used'

/** A price frozen for colleagues: what was asked, what was answered, by whom, when, and until when it counts. Times are ISO in UTC. */
export type Quote = {
  id: string
  state: QuoteState
  merchant: string
  buyerId: string
  /** What the offer is called. */
  words: string
  request: PriceRequest
  /** Masked; for the one bundle of the request. */
  answer: PriceResult
  person: string
  mine: boolean
  madeAt: string
  validUntil: string
  sharedAt: string | null
  used: { at: string; by: string; actionId: string } | null
}

export const stateOfQuote = (
  { used_at, valid_until, shared_at }: Record<'used_at' | 'shared_at', string | null> & { valid_until: string },
  now: Date,
): QuoteState => {
  if (used_at !== null) return 'used'
  if (Date.parse(valid_until) <= now.getTime()) return 'expired'
  return shared_at === null ? 'draft' : 'shared'
}
