import { request } from '@/lib/client/request'
import * as routes from '@/lib/core/routes'
import type { PriceBody } from '../price-body'
import type { Quote } from '../quote'

export type Offer = { merchant: string; buyerId: string; buyerAddress: string; words: string; request: PriceBody }

/** Freezes the price of an offer until a moment, in milliseconds since 1970. */
export function createQuote(actionId: string, { merchant, buyerAddress, ...offer }: Offer, until: number): Promise<Quote> {
  const address = buyerAddress.trim()
  return request<Quote>(routes.quotes(), {
    actionId,
    merchant,
    headers: address === '' ? {} : { 'x-buyer-ip': address },
    body: { ...offer, validUntil: new Date(until).toISOString() },
  })
}

/** Lets colleagues open it. */
export const shareQuote = (actionId: string, { id, merchant }: Quote) =>
  request<Quote>(routes.quoteShare(id), { actionId, merchant, body: {} })

export const quotePath = (id: string) => `/quotes/${id}`
