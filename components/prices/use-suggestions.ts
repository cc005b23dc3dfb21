import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { isReadable } from '@/lib/charges/order-facts'
import { productsSeen } from '@/lib/charges/products-seen'
import { operationQuery } from '@/lib/client/operation-query'
import { ordersQuery } from '@/lib/client/orders-query'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import type { PriceDesk, ProductSuggestion } from '@/lib/prices/price-desk'
import { productName } from '@/lib/prices/price-words'
import { suggestions } from '@/lib/prices/suggestions'
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
export function useSuggestions({ merchant, buyer, products, reads }: PriceDesk, cells: Cells): Suggestions {
  const buyerId = buyer?.id ?? ''
  const orders = useInfiniteQuery({ ...ordersQuery(merchant.code, buyerId), enabled: buyer !== null })
  const listed = useQuery({
    ...operationQuery('listSubscriptions', { merchant: merchant.code, params: { buyerId } }),
    enabled: buyer !== null && reads.listSubscriptions,
  })
  const subscriptions = listed.data?.data ?? []
  const seen = productsSeen((orders.data?.pages ?? []).flatMap((page) => page.orders).filter(isReadable))
  const all = suggestions(
    products,
    answeredProducts(cells),
    seen,
    subscriptions.flatMap(({ product }) => (product ? [product] : [])),
  )
  const names = new Map(all.map(({ code, name }) => [code, name]))
  return { products: all, subscriptions, isReading: listed.isLoading, nameOf: (code) => names.get(code) ?? code }
}

function answeredProducts(cells: Cells) {
  return cells.all.flatMap((cell) => {
    const { outcome } = cells.viewOf(cell)
    if (!outcome || 'problem' in outcome) return []
    const { products } = outcome.answer
    return products.map(({ code }) => ({ code, name: productName(products, code) }))
  })
}
