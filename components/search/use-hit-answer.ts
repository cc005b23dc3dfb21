import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useClock } from '@/components/ui/use-clock'
import { type Answer, answerAbout, answerOf } from '@/lib/charges/answer'
import { ordersQuery } from '@/lib/charges/client/orders-query'
import { fittingCharge, reachesBefore } from '@/lib/charges/found-orders'
import { joinPieces, missingOf } from '@/lib/charges/history-pieces'
import { knownOfBuyer } from '@/lib/charges/known-of-buyer'
import { isReadable } from '@/lib/charges/order-facts'
import { buyerActionsQuery } from '@/lib/commands/client/action-queries'
import { dayIn } from '@/lib/core/dates'
import type { ServiceProblem } from '@/lib/core/problem'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import type { Clue } from '@/lib/search/clue'
import { queryOf } from '@/lib/search/fits'
import type { SearchHit } from '@/lib/search/search-reading'

/** So many orders are loaded to find the one that is asked for. */
const maxLoaded = 2000

export type HitAnswer =
  | { state: 'loading' }
  | { state: 'failed'; error: ServiceProblem }
  /** The buyer's history was read, and holds no such charge; `missing` says how much of it that was. */
  | { state: 'none'; missing: string | null }
  | {
      state: 'read'
      answer: Answer
      charge: { orderId: string; chargeId: string } | null
      /** Of the buyer: what the reply is written in is guessed from it. */
      country: string | null
      asOf: number
      missing: string | null
    }

/**
 * What the service says now of the charge of a hit, or of the one charge of its buyer that fits the clues. It is read as the buyer's page
 * reads it, and counts as looking at the buyer.
 */
export function useHitAnswer(
  hit: SearchHit,
  { clues, merchant }: { clues: readonly Clue[]; merchant: { code: string; timeZone: string } },
): HitAnswer {
  const { buyerId } = hit
  const query = useInfiniteQuery(ordersQuery(merchant.code, buyerId))
  const { data, error, isError, isFetching, hasNextPage, fetchNextPage } = query
  const beside = useBeside(merchant, buyerId)
  const loaded = useMemo(() => joinPieces(data?.pages ?? []), [data])
  const wanted = useMemo(() => queryOf(clues), [clues])
  const isOfCharge = hit.charge !== null || clues.some(({ kind }) => kind === 'amount' || kind === 'lastFour')
  const orderId = hit.charge?.orderId ?? null
  const fitting = isOfCharge ? fittingCharge(loaded.orders, wanted, { buyerId, orderId }) : null
  const isHere = fitting !== null || (orderId !== null && loaded.orders.some((order) => order.orderId === orderId))
  const found = fitting?.orderId ?? (isHere ? orderId : null)
  const isEnough = found !== null && reachesBefore(found, loaded.orders)
  const goesOn = isOfCharge && !isEnough && hasNextPage && !isError && loaded.orders.length < maxLoaded
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [goesOn, isFetching, fetchNextPage])

  if (error && !isHere) return { state: 'failed', error }
  if (data === undefined || goesOn || beside === null) return { state: 'loading' }
  const history = { ...loaded, state: 'read' as const }
  const missing = missingOf(history)?.says ?? null
  const charge = fitting ?? (hit.charge && isHere ? hit.charge : null)
  if (isOfCharge && charge === null) return { state: 'none', missing }
  const answer = charge ? answerAbout(charge.orderId, history, beside) : answerOf(history, beside)
  if (answer === null) return { state: 'none', missing }
  const country = (knownOfBuyer(loaded.orders.filter(isReadable))?.billing.country ?? hit.country)?.toUpperCase() ?? null
  return { state: 'read', answer, charge, country, asOf: query.dataUpdatedAt, missing }
}

/** What is to be known beside the history; null until it is. What can't be read is left out. */
function useBeside({ code, timeZone }: { code: string; timeZone: string }, buyerId: string) {
  const actions = useInfiniteQuery(buyerActionsQuery(code, buyerId))
  const refunds = useQuery(buyerRefundsQuery(code, buyerId))
  const known = useQuery(knownQuery(code, buyerId)) // the reply is in the language that the buyer used
  const { now, zone } = useClock(Date.now())
  if (actions.isPending || refunds.isPending || known.isPending) return null
  return {
    today: dayIn(now, timeZone),
    unconfirmed: actions.data?.pages[0]?.open.find(({ state }) => state === 'unconfirmed')?.words ?? null,
    refunds: refunds.data?.byOrder({ now, zone }) ?? new Map(),
  }
}
