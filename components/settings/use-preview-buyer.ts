import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ordersQuery } from '@/lib/charges/client/orders-query'
import { joinPieces } from '@/lib/charges/history-pieces'
import { knownOfBuyer } from '@/lib/charges/known-of-buyer'
import { isReadable } from '@/lib/charges/order-facts'
import type { ServiceProblem } from '@/lib/core/problem'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import type { KnownForReply } from '@/lib/pages/reply-examples'

export const isBuyerId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The facts of a real buyer to try a sentence with: null without one, and while they are read. */
export type PreviewBuyer = {
  known: KnownForReply | null
  country: string | null
  state: 'none' | 'loading' | 'read' | 'failed'
  error: ServiceProblem | null
}

export function usePreviewBuyer(merchant: string, buyerId: string): PreviewBuyer {
  const enabled = isBuyerId(buyerId)
  const orders = useInfiniteQuery({ ...ordersQuery(merchant, buyerId), enabled })
  const stored = useQuery({ ...knownQuery(merchant, buyerId), enabled })
  if (!enabled) return { known: null, country: null, state: 'none', error: null }
  const error = orders.error ?? stored.error
  if (error) return { known: null, country: null, state: 'failed', error }
  if (!orders.data || !stored.data) return { known: null, country: null, state: 'loading', error: null }
  const readable = joinPieces(orders.data.pages).orders.filter(isReadable)
  const country = knownOfBuyer(readable)?.billing.country ?? stored.data.country
  return { known: { orders: readable, subscriptions: stored.data.subscriptions }, country, state: 'read', error: null }
}
