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
import { useHealing } from './use-healing'

type BuyerContext = {
  merchant: { code: string; timeZone: string }
  buyerId: string
  reads: { listTokens: boolean; listSubscriptions: boolean }
}

/** What more than one panel of the page rests on: the history, and what is derived from it. */
export function useBuyer({ merchant, buyerId, reads }: BuyerContext) {
  const history = useHistory(merchant.code, buyerId)
  const asked = { merchant: merchant.code, params: { buyerId } }
  const tokens = useQuery({ ...operationQuery('listTokens', asked), enabled: reads.listTokens })
  const subscriptions = useQuery({ ...operationQuery('listSubscriptions', asked), enabled: reads.listSubscriptions })
  const { data: stored, dataUpdatedAt: storedAt } = useQuery(knownQuery(merchant.code, buyerId))
  const { data: done } = useInfiniteQuery(buyerActionsQuery(merchant.code, buyerId))
  const unconfirmed = useMemo(() => done?.pages[0]?.open.filter(isOpen) ?? [], [done])
  const queryClient = useQueryClient()
  const isFetching = useIsFetching({ predicate: ({ queryKey: [name] }) => reading.has(String(name)) }) > 0

  // What was read after the facts came has made them older than they need be.
  const readAt = Math.max(tokens.dataUpdatedAt, subscriptions.dataUpdatedAt)
  const isBehind = readAt > storedAt
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey: knownKey(merchant.code, buyerId) })
  }, [isBehind, queryClient, merchant.code, buyerId])

  // A page may stay open over midnight, so it isn't the day of the last read.
  const today = dayIn(useClock(history.asOf).now, merchant.timeZone)
  const derived = useMemo(() => {
    const orders = history.orders.filter(isReadable)
    return {
      known: knownOfBuyer(orders),
      emailInHistory: emailInHistory(orders),
      lastPaid: lastPaidByProduct(orders),
      methodsSeen: methodsSeen(orders),
      productsSeen: productsSeen(orders),
      money: moneyByCurrency(orders),
    }
  }, [history.orders])

  const healing = useHealing([
    { queryKey: ordersKey(merchant.code, buyerId), error: history.error, isKnown: stored !== undefined && !isStranger(stored) },
    ...(reads.listTokens ? [{ queryKey: operationKey('listTokens', asked), error: tokens.error }] : []),
    ...(reads.listSubscriptions ? [{ queryKey: operationKey('listSubscriptions', asked), error: subscriptions.error }] : []),
  ])

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
    known:
      derived.known ??
      (stored?.billing ? { billing: stored.billing, day: serviceTime(stored.billing.seenAt)?.day ?? null } : null),
    email: stored?.email ?? derived.emailInHistory,
    asOf:
      [history.asOf, tokens.dataUpdatedAt, subscriptions.dataUpdatedAt].filter((read) => read > 0).toSorted((a, b) => a - b)[0] ??
      0,
    isRefreshing: isFetching && !history.isLoadingOlder,
    refresh: healing.outage ? healing.tryNow : () => void queryClient.refetchQueries({ type: 'active' }),
  }
}

// What goes on in the background by itself, such as who else is here, is no refreshing of the page.
const reading = new Set(['orders', 'listTokens', 'listSubscriptions'])

/** How much there is to ask for or to explain; null where not all of it was read. */
function seenIn(history: History, money: readonly { received: string | null }[]) {
  if (history.state !== 'read' || missingOf(history) !== null) return null
  return { orders: history.orders.length, received: money.filter(({ received }) => received !== null).length }
}
