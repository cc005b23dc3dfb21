'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { ChargeNewsContext, type ChargeVerbs, ChargeVerbsContext, OrderRefundsContext } from '@/components/charges/charge-verbs'
import type { RefundContext } from '@/components/refunds/use-refund-request'
import { late } from '@/components/ui/late'
import { useClock } from '@/components/ui/use-clock'
import { buyerRefundsQuery } from '@/lib/refunds/client/buyer-refunds-query'
import { ReplyToContext } from '@/lib/replies/client/reply-to'

const RefundVerb = late(() => import('@/components/refunds/refund-verb').then((file) => file.RefundVerb))
const RefundsOfCharge = late(() => import('@/components/refunds/refund-verb').then((file) => file.RefundsOfCharge))

type Props = {
  context: RefundContext
  /** On a page that changes nothing. */
  isReadOnly?: boolean
  children: ReactNode
}

/**
 * Gives each received charge in it the button that requests its refund, each order what became of refunds that were requested, and the replies in it
 * the buyer that they're for.
 */
export function ChargeRefunds({ context, isReadOnly = false, children }: Props) {
  const { data, isPending } = useQuery(buyerRefundsQuery(context.merchant.code, context.buyer.id))
  const { now, zone } = useClock(Date.now())
  const { merchant, buyer } = context
  const replyTo = useMemo(
    () => ({ merchant: merchant.code, buyerId: buyer.id, country: buyer.country }),
    [merchant.code, buyer.id, buyer.country],
  )
  const refunded = useMemo(() => new Set(data?.refunds.map(({ charge }) => charge.chargeId)), [data])
  const told = useMemo(() => (isPending ? null : (data?.byOrder({ now, zone }) ?? new Map())), [data, isPending, now, zone])
  const verbs = useCallback<ChargeVerbs>(
    (orderId, chargeId) =>
      isReadOnly ? (
        <RefundsOfCharge context={context} chargeId={chargeId} isBrief={false} />
      ) : (
        <RefundVerb context={context} orderId={orderId} chargeId={chargeId} />
      ),
    [context, isReadOnly],
  )
  const news = useCallback(
    (chargeId: string) => refunded.has(chargeId) && <RefundsOfCharge context={context} chargeId={chargeId} isBrief />,
    [context, refunded],
  )
  return (
    <ChargeVerbsContext value={verbs}>
      <ChargeNewsContext value={news}>
        <OrderRefundsContext value={told}>
          <ReplyToContext value={replyTo}>{children}</ReplyToContext>
        </OrderRefundsContext>
      </ChargeNewsContext>
    </ChargeVerbsContext>
  )
}
