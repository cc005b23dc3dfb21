import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type History, useHistory } from '@/components/charges/use-history'
import { useClock } from '@/components/ui/use-clock'
import { missingOf } from '@/lib/charges/history-pieces'
import { emailInHistory, knownOfBuyer } from '@/lib/charges/known-of-buyer'
import { lastPaidByProduct } from '@/lib/charges/last-paid'
import { methodsSeen } from '@/lib/charges/methods-seen'
import { moneyByCurrency } from '@/lib/charges/money-by-currency'
import { isReadable } from '@/lib/charges/order-facts'
import { productsSeen } from '@/lib/charges/products-seen'
import { operationQuery } from '@/lib/client/operation-query'
import { isOpen } from '@/lib/commands/action'
import { buyerActionsQuery } from '@/lib/commands/client/action-queries'
import { dayIn, serviceTime } from '@/lib/core/dates'
import { knownQuery } from '@/lib/knowledge/client/known-query'
import { isStranger } from '@/lib/knowledge/known'
import { enabledOf } from '@/lib/knowledge/subscription-words'
import { knownKey, operationKey, ordersKey } from '@/lib/operations/query-keys'
import type { Order } from '@/lib/operations/schemas/charge-history'
import { useHealing } from './use-healing'

type BuyerContext = {
  merchant: { code: string; timeZone: string }
  buyerId: string
  reads: { listTokens: boolean; listSubscriptions: boolean }
}

/** What more than one panel of the page rests on: what is read of the buyer, and what follows from it. */
export function useBuyer(context: BuyerContext) {
  const { merchant, buyerId } = context
  const reads = useReads(context)
  const { history, tokens, stored, healing } = reads
  const { data: done } = useInfiniteQuery(buyerActionsQuery(merchant.code, buyerId))
  const unconfirmed = useMemo(() => done?.pages[0]?.open.filter(isOpen) ?? [], [done])
  const queryClient = useQueryClient()
  // A page may stay open over midnight, so it isn't the day of the last read.
  const today = dayIn(useClock(history.asOf).now, merchant.timeZone)
  const derived = useMemo(() => derivedFrom(history.orders.filter(isReadable)), [history.orders])
  const known =
    derived.known ?? (stored?.billing ? { billing: stored.billing, day: serviceTime(stored.billing.seenAt)?.day ?? null } : null)
  return {
    ...derived,
    history,
    healing,
    /** Why there is no such buyer, as the service says and nothing that is stored contradicts; null where there may be one. */
    unknown: history.error?.problem.kind === 'notFound' && stored && isStranger(stored) ? history.error.problem : null,
    /** The history is known, and could not be refreshed. */
    isHistoryStale: history.state === 'read' && !history.olderFailed && history.error !== null,
    missing: missingOf(history),
    seen: seenIn(history, derived.money),
    unconfirmed,
    enabled: enabledOf(
      tokens.data?.data ?? stored?.methods ?? [],
      tokens.data ? [] : stored?.looseTokens,
      new Set(unconfirmed.map(({ target }) => target)),
    ),
    today,
    stored,
    known,
    country: (known?.billing.country ?? stored?.country)?.toUpperCase() ?? null,
    email: stored?.email ?? derived.emailInHistory,
    asOf: reads.asOf,
    isRefreshing: reads.isRefreshing,
    refresh: healing.outage ? healing.tryNow : () => void queryClient.refetchQueries({ type: 'active' }),
  }
}

/** The reads of the service and of what is stored of the buyer; those that fail are tried again. */
function useReads({ merchant, buyerId, reads }: BuyerContext) {
  const queryClient = useQueryClient()
  const history = useHistory(merchant.code, buyerId)
  const input = { merchant: merchant.code, params: { buyerId } }
  const tokens = useQuery({ ...operationQuery('listTokens', input), enabled: reads.listTokens })
  const subscriptions = useQuery({ ...operationQuery('listSubscriptions', input), enabled: reads.listSubscriptions })
  const { data: stored, dataUpdatedAt: storedAt } = useQuery(knownQuery(merchant.code, buyerId))
  const isFetching = useIsFetching({ predicate: ({ queryKey: [name] }) => reading.has(String(name)) }) > 0

  // What was read after the facts came has made them older than they need be.
  const isBehind = Math.max(tokens.dataUpdatedAt, subscriptions.dataUpdatedAt) > storedAt
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey: knownKey(merchant.code, buyerId) })
  }, [isBehind, queryClient, merchant.code, buyerId])

  const healing = useHealing([
    { queryKey: ordersKey(merchant.code, buyerId), error: history.error, isKnown: stored !== undefined && !isStranger(stored) },
    ...(reads.listTokens ? [{ queryKey: operationKey('listTokens', input), error: tokens.error }] : []),
    ...(reads.listSubscriptions ? [{ queryKey: operationKey('listSubscriptions', input), error: subscriptions.error }] : []),
  ])
  const readAt = [history.asOf, tokens.dataUpdatedAt, subscriptions.dataUpdatedAt].filter((at) => at > 0)
  return {
    history,
    tokens,
    stored,
    healing,
    /** When the oldest of them was read. */
    asOf: readAt.toSorted((a, b) => a - b)[0] ?? 0,
    isRefreshing: isFetching && !history.isLoadingOlder,
  }
}

/** What a history tells beside its orders. */
const derivedFrom = (orders: readonly Order[]) => ({
  known: knownOfBuyer(orders),
  emailInHistory: emailInHistory(orders),
  lastPaid: lastPaidByProduct(orders),
  methodsSeen: methodsSeen(orders),
  productsSeen: productsSeen(orders),
  money: moneyByCurrency(orders),
})

// What goes on in the background by itself, such as who else is here, is no refreshing of the page.
const reading = new Set(['orders', 'listTokens', 'listSubscriptions'])

/** How much there is to ask for or to explain; null where not all of it was read. */
function seenIn(history: History, money: readonly { received: string | null }[]) {
  if (history.state !== 'read' || missingOf(history) !== null) return null
  return { orders: history.orders.length, received: money.filter(({ received }) => received !== null).length }
}
