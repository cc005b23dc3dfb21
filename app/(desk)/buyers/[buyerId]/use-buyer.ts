import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHistory } from '@/components/charges/use-history'
import { attentionItems } from '@/lib/charges/attention'
import { emailInHistory, knownOfBuyer } from '@/lib/charges/known-of-buyer'
import { lastPaidByProduct } from '@/lib/charges/last-paid'
import { methodsSeen } from '@/lib/charges/methods-seen'
import { isReadable } from '@/lib/charges/order-facts'
import { productsSeen } from '@/lib/charges/products-seen'
import { operationQuery } from '@/lib/client/operation-query'
import { inZone } from '@/lib/dates'
import type { PaymentMethod } from '@/lib/operations/schemas/tokens'

type About = { merchant: { code: string; timeZone: string }; buyerId: string; readsTokens: boolean }

/** What more than one panel of the page rests on: the history, and what is derived from it. */
export function useBuyer({ merchant, buyerId, readsTokens }: About) {
  const history = useHistory(merchant.code, buyerId)
  const tokens = useQuery({
    ...operationQuery('listTokens', { merchant: merchant.code, params: { buyerId } }),
    enabled: readsTokens,
  })
  const queryClient = useQueryClient()
  const isFetching = useIsFetching() > 0

  const today = inZone(history.asOf, merchant.timeZone).day
  const derived = useMemo(() => {
    const orders = history.orders.filter(isReadable)
    return {
      known: knownOfBuyer(orders),
      emailInHistory: emailInHistory(orders),
      lastPaid: lastPaidByProduct(orders),
      methodsSeen: methodsSeen(orders),
      productsSeen: productsSeen(orders),
      attention: attentionItems(history.orders, today),
    }
  }, [history.orders, today])

  return {
    ...derived,
    history,
    today,
    email: newestEmail(tokens.data?.data ?? []) ?? derived.emailInHistory,
    asOf: [history.asOf, tokens.dataUpdatedAt].filter((read) => read > 0).toSorted((a, b) => a - b)[0] ?? 0,
    isRefreshing: isFetching && !history.isLoadingOlder && history.state !== 'loading',
    refresh: () => void queryClient.refetchQueries({ type: 'active' }),
  }
}

/** The address the last stored token carries: the service has no other read of it. */
function newestEmail(methods: readonly PaymentMethod[]): string | null {
  const tokens = methods.flatMap((method) => method.tokens).filter(({ email }) => email)
  return tokens.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))[0]?.email ?? null
}
