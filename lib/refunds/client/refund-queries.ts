import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '@/lib/client/request'
import type { Counted } from '@/lib/core/counted'
import * as routes from '@/lib/core/routes'
import { waitingKey } from '@/lib/operations/query-keys'
import type { Batch, BatchOffer, Refund, Refundable, RefundInDetail, RefundsPiece } from '../refund'
import type { RefundFilter } from '../refund-filter'

const refundsKey = ['refunds'] as const
const refundableKey = 'refundable'

/** The refund desk's list, a piece at a time. */
export const refundsQuery = (filter: RefundFilter, counted: Counted | null = null) =>
  infiniteQueryOptions({
    queryKey: [...refundsKey, 'list', { ...filter, ...counted }],
    queryFn: ({ pageParam, signal }) => {
      const address = routes.withSearch(routes.refunds(), { ...filter, ...counted, cursor: pageParam })
      return request<RefundsPiece>(address, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (piece) => piece.next,
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })

/** One refund with what a decision rests on. */
export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: [...refundsKey, 'one', id],
    queryFn: ({ signal }) => request<RefundInDetail>(routes.refund(id), { signal }),
    staleTime: 0,
  })

/** What waits for a file, and the files that were made. */
export const batchesQuery = queryOptions({
  queryKey: [...refundsKey, 'batches'],
  queryFn: ({ signal }) => request<{ offers: BatchOffer[]; batches: Batch[] }>(routes.refundBatches(), { signal }),
  staleTime: 0,
})

/** What of a charge may be asked for, by what the service says now. Never from memory: a request rests on it. */
export const refundableQuery = (merchant: string, buyerId: string, charge: { orderId: string; chargeId: string }) =>
  queryOptions({
    queryKey: [refundableKey, merchant, buyerId, charge],
    queryFn: ({ signal }) =>
      request<Refundable>(routes.withSearch(routes.buyerRefundable(buyerId), charge), {
        signal,
        merchant,
      }),
    staleTime: 0,
    gcTime: 0,
  })

/** What a request for a refund says of a charge. `amount` is a decimal, `ticket` a reference or null, `seen` the requests that were on the screen. */
export type RefundRequest = {
  buyerId: string
  orderId: string
  chargeId: string
  amount: string
  reason: string
  ticket: string | null
  seen?: readonly string[] | undefined
}

/** Asks finance for a refund, once under its action id, which names it. Throws a `ServiceProblem`. */
export const requestRefund = (actionId: string, merchant: string, body: RefundRequest) =>
  request<Refund>(routes.refunds(), { actionId, merchant, body })

/**
 * `despite`: why it's approved although an event says that money may have gone back already; null where none does. `seen`: when the newest such
 * event came that was on the screen.
 */
export type RefundDecisionGiven = { approve: boolean; reason: string; despite: string | null; seen: string | null }

/** Decides on a refund as it was on the screen, once under its action id. Throws a `ServiceProblem`. */
export const decideRefund = (actionId: string, { id, version }: Refund, decision: RefundDecisionGiven) =>
  request<Refund>(routes.refundDecide(id), { actionId, body: { version, ...decision } })

/** Takes one's own decision back, once under its action id. Throws a `ServiceProblem`. */
export const undoRefund = (actionId: string, { id, version }: Refund) =>
  request<Refund>(routes.refundUndo(id), { actionId, body: { version } })

const shownIn = new Set<unknown>([refundsKey[0], refundableKey, 'buyer-refunds', waitingKey[0]])

/** Reads again whatever shows refunds. Once it's done no form rests on what of the charge may be asked for, so that isn't read again. */
export const refreshRefunds = (queryClient: QueryClient, { isDone = false } = {}) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => shownIn.has(name) && !(isDone && name === refundableKey),
  })
