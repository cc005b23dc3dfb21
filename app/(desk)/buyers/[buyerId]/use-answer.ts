import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClock } from '@/components/ui/use-clock'
import { answerOf } from '@/lib/charges/answer'
import { isReadable } from '@/lib/charges/order-facts'
import { describeWhen } from '@/lib/knowledge/stamp-words'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import type { useBuyer } from './use-buyer'

type Buyer = Pick<ReturnType<typeof useBuyer>, 'history' | 'today' | 'unconfirmed' | 'isHistoryStale'>

/** The answer about a buyer, the order it is about, and when it was read where it could not be refreshed since. */
export function useAnswer({ history, today, unconfirmed, isHistoryStale }: Buyer, merchant: string, buyerId: string) {
  const { data: refunds } = useQuery(buyerRefundsQuery(merchant, buyerId))
  const { now, zone } = useClock(history.asOf)
  const verb = unconfirmed[0]?.words ?? null
  const answer = useMemo(
    () => answerOf(history, { today, unconfirmed: verb, refunds: refunds?.byOrder({ now, zone }) }),
    [history, today, verb, refunds, now, zone],
  )
  const orderId = answer?.headline.proof?.orderId
  return {
    answer,
    order: history.orders.filter(isReadable).find((order) => order.orderId === orderId) ?? null,
    staleSince: isHistoryStale ? describeWhen(history.asOf, now, zone) : null,
  }
}
