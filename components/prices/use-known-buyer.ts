'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ordersQuery } from '@/lib/charges/client/orders-query'
import { operationQuery } from '@/lib/client/operation-query'
import type { OrderOrUnreadable } from '@/lib/operations/schemas/charge-history'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import type { PricingContext } from '@/lib/prices/pricing-context'
import type { Unread } from '@/lib/prices/today'

/** How long prices wait for what the buyer pays today, which shares their requests where it is there in time. */
const patienceMs = 2_000

export type KnownBuyer = {
  subscriptions: readonly Subscription[]
  orders: readonly OrderOrUnreadable[]
  isReadingSubscriptions: boolean
  /** Both reads are over, well or not. */
  isRead: boolean
  /** They are over, or have taken too long to wait for. */
  isReady: boolean
  /** Which of them failed and has nothing from before, and which the account doesn't have. */
  unread: Unread
  /** Tries again what failed; null where that changes nothing. */
  again: (() => void) | null
}

/** The buyer's subscriptions, where the account can read them, and the newest piece of their history. */
export function useKnownBuyer({ merchant, buyer, reads }: PricingContext): KnownBuyer {
  const buyerId = buyer?.id ?? ''
  const orders = useInfiniteQuery({ ...ordersQuery(merchant.code, buyerId), enabled: buyer !== null })
  const listed = useQuery({
    ...operationQuery('listSubscriptions', { merchant: merchant.code, params: { buyerId } }),
    enabled: buyer !== null && reads.listSubscriptions,
  })
  const isRead = !orders.isLoading && !listed.isLoading
  const isLate = useIsLate(isRead)
  // Whether an account has the list may turn out only when it's asked for.
  const lists = listed.data !== undefined || (reads.listSubscriptions && listed.error?.problem.code !== 'read_off')
  const failed = [orders, ...(lists ? [listed] : [])].filter(({ isError }) => isError)
  return {
    subscriptions: listed.data?.data ?? [],
    orders: (orders.data?.pages ?? []).flatMap((page) => page.orders),
    isReadingSubscriptions: listed.isLoading,
    isRead,
    isReady: isRead || isLate,
    unread: {
      history: orders.isError && !orders.data,
      subscriptions: lists && listed.isError && !listed.data,
      lists: lists || buyer === null,
    },
    again:
      failed.length === 0
        ? null
        : () => {
            for (const each of failed) void each.refetch()
          },
  }
}

function useIsLate(isOver: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (isOver) return
    const timer = setTimeout(() => setIsLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isOver])
  return isLate
}
