import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ordersQuery } from '@/lib/charges/client/orders-query'
import { joinPieces } from '@/lib/charges/history-pieces'
import { type LastPaid, lastPaidByProduct } from '@/lib/charges/last-paid'
import { isReadable } from '@/lib/charges/order-facts'
import { operationQuery } from '@/lib/client/operation-query'
import type { VerbForm } from '@/lib/commands/client/use-verb-form'
import { isSameTerm, lowerPlans, type Plan, type PlanGroup } from '@/lib/prices/lower-plans'
import type { ActionsContext, Target } from './opening'
import { useKnownSubscription } from './use-known-subscription'

/** The plan now, what was last paid for it, and the one that is chosen. */
export type PlanChange = {
  now: string | null
  paid: LastPaid | null
  chosen: Plan
  currency: string | null
  /** Only then are the two prices for the same time. */
  isSameTerm: boolean
}

export type LowerPlans = { groups: PlanGroup[]; currency: string | null; isListed: boolean }

/** The plans that the service lists for a subscription; nothing is asked of one that is about something else. */
export function useLowerPlans(target: Target, context: ActionsContext, enabled = true): LowerPlans {
  const subscription = useKnownSubscription(target.id, context)
  const params = { buyerId: context.buyer.id, subscriptionId: target.id }
  const query = operationQuery('listDowngradeTargets', { merchant: context.merchant.code, params })
  const { data } = useQuery({ ...query, enabled })
  return {
    groups: lowerPlans(data?.data.products ?? [], subscription?.product?.durationMonths ?? null),
    currency: data?.data.currency ?? null,
    isListed: data !== undefined,
  }
}

/** What choosing a lower plan comes to, price against price; null while none of the listed ones is chosen. */
export function usePlanChange({ verb, values }: VerbForm, target: Target, context: ActionsContext): PlanChange | null {
  const { groups, currency } = useLowerPlans(target, context, verb.fields.includes('productId'))
  const product = useKnownSubscription(target.id, context)?.product
  const { data } = useInfiniteQuery({ ...ordersQuery(context.merchant.code, context.buyer.id), enabled: false })
  const chosen = groups.flatMap(({ plans }) => plans).find(({ id }) => id === values.productId)
  if (!chosen) return null
  const orders = joinPieces(data?.pages ?? []).orders.filter(isReadable)
  const paid = product?.id ? lastPaidByProduct(orders).get(product.id) : undefined
  return {
    now: product?.name ?? target.name,
    paid: paid ?? null,
    chosen,
    currency,
    isSameTerm: isSameTerm(chosen, product?.durationMonths),
  }
}
