import type { PriceBody } from '@/lib/prices/price-body'
import type { Quote } from '@/lib/quote'
import { fetchJson } from '../call'
import { postJson } from '../commands/post-json'

export type Offer = { merchant: string; buyerId: string; buyerAddress: string; words: string; request: PriceBody }

const dayMs = 86_400_000

/** Freezes the price of an offer for so many days. */
export function freezeQuote({ merchant, buyerAddress, ...offer }: Offer, days: number): Promise<Quote> {
  const address = buyerAddress.trim()
  return fetchJson<Quote>('/api/desk/quotes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-merchant': merchant, ...(address === '' ? {} : { 'x-buyer-ip': address }) },
    body: JSON.stringify({ ...offer, validUntil: new Date(Date.now() + days * dayMs).toISOString() }),
  })
}

/** Lets colleagues open it. */
export const shareQuote = ({ id, merchant }: Quote) => postJson<Quote>(`/api/desk/quotes/${id}/share`, merchant, {})

export const quotePath = (id: string) => `/quotes/${id}`
