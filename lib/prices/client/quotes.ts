import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import { problem } from '@/lib/core/problem'
import * as routes from '@/lib/core/routes'
import type { PriceBody } from '../price-body'
import { isOpenQuote, type ListedState, type Quote, type QuoteAgain, type QuotesPiece } from '../quote'

export type Offer = {
  merchant: string
  buyerId: string
  buyerAddress: string
  words: string
  request: PriceBody
  /** Every option on screen, the offered one among them, and the currencies they are compared in. */
  compared: { options: (PriceBody['bundles'][number] & { words: string })[]; currencies: readonly string[] }
}

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

/** Takes the offer back. */
export const withdrawQuote = (actionId: string, { id, merchant }: Quote) =>
  request<Quote>(routes.quoteWithdraw(id), { actionId, merchant, body: {} })

/** One quote, as the dashboard has it. */
export const quoteQuery = ({ id, merchant }: Quote) =>
  queryOptions({
    queryKey: ['quote', id],
    queryFn: ({ signal }) => request<Quote>(routes.quote(id), { merchant, signal }),
    gcTime: 0,
  })

/** Reads a quote again before its offer goes to a customer. Throws a ServiceProblem where it isn’t open any more, or can’t be read. */
export async function requireOpenQuote(queryClient: QueryClient, quote: Quote): Promise<void> {
  const now = await queryClient.fetchQuery({ ...quoteQuery(quote), staleTime: 0 })
  if (!isOpenQuote(now)) throw problem('conflict', 'This offer isn’t open any more.')
}

/** What the service says of it now, asked on opening. */
export const quoteAgainQuery = ({ id, merchant }: Quote) =>
  queryOptions({
    queryKey: ['quote-again', id],
    queryFn: ({ signal }) => request<QuoteAgain>(routes.quoteCheck(id), { merchant, body: {}, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** The quotes of a merchant account, a piece at a time. */
export const quotesQuery = (merchant: string, state: ListedState | null, find: string) =>
  infiniteQueryOptions({
    queryKey: ['quotes', merchant, state, find],
    queryFn: ({ pageParam, signal }) => {
      const address = routes.withSearch(routes.quotes(), { state, find: find || null, cursor: pageParam })
      return request<QuotesPiece>(address, { merchant, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (piece) => piece.next,
    staleTime: 10_000,
  })

export const quotePath = (id: string) => `/quotes/${id}`
