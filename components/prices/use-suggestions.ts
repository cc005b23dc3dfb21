import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { ordersQuery } from '@/lib/charges/client/orders-query'
import { isReadable } from '@/lib/charges/order-facts'
import { productsSeen } from '@/lib/charges/products-seen'
import { operationQuery } from '@/lib/client/operation-query'
import { uuid } from '@/lib/operations/schemas/scalars'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { productName } from '@/lib/prices/price-words'
import type { PricingContext, ProductSuggestion } from '@/lib/prices/pricing-context'
import { suggestions } from '@/lib/prices/suggestions'
import { hasTargets } from '@/lib/prices/workbench'
import type { Cells } from './use-cells'

export type Suggestions = {
  products: ProductSuggestion[]
  /** The buyer's, where the account can read them. */
  subscriptions: readonly Subscription[]
  /** Whether they are still being read. */
  isReading: boolean
  nameOf: (code: string) => string
}

/** What can be chosen: products of the account's own list, of the buyer's history and subscriptions, and of earlier answers. */
export function useSuggestions({ merchant, buyer, products, reads }: PricingContext, cells: Cells): Suggestions {
  const buyerId = buyer?.id ?? ''
  const orders = useInfiniteQuery({ ...ordersQuery(merchant.code, buyerId), enabled: buyer !== null })
  const listed = useQuery({
    ...operationQuery('listSubscriptions', { merchant: merchant.code, params: { buyerId } }),
    enabled: buyer !== null && reads.listSubscriptions,
  })
  const subscriptions = listed.data?.data ?? []
  const lowered = useQueries({
    queries: [...new Set(loweredIn(cells))].map((subscriptionId) => ({
      ...operationQuery('listDowngradeTargets', { merchant: merchant.code, params: { buyerId, subscriptionId } }),
      enabled: buyer !== null && reads.listDowngradeTargets,
    })),
  })
  const seen = productsSeen((orders.data?.pages ?? []).flatMap((page) => page.orders).filter(isReadable))
  const all = suggestions(
    products,
    answeredProducts(cells),
    seen,
    lowered.flatMap(({ data }) => data?.data.products ?? []),
    subscriptions.flatMap(({ product }) => (product ? [product] : [])),
  )
  const names = new Map(all.map(({ code, name }) => [code, name]))
  return { products: all, subscriptions, isReading: listed.isLoading, nameOf: (code) => names.get(code) ?? code }
}

/** The subscriptions that some line moves down: the service lists what each can be moved to. */
const loweredIn = ({ all }: Cells) =>
  all.flatMap(({ option }) =>
    option.lines.flatMap(({ action, subscription }) =>
      hasTargets(action) && uuid.safeParse(subscription).success ? [subscription] : [],
    ),
  )

function answeredProducts(cells: Cells) {
  return cells.all.flatMap((cell) => {
    const { outcome } = cells.viewOf(cell)
    if (!outcome || 'problem' in outcome) return []
    const { products } = outcome.answer
    return products.map(({ code }) => ({ code, name: productName(products, code) }))
  })
}
