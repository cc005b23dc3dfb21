import { useQueries } from '@tanstack/react-query'
import { isReadable } from '@/lib/charges/order-facts'
import { productsSeen } from '@/lib/charges/products-seen'
import { operationQuery } from '@/lib/client/operation-query'
import { textProblem, uuidForm } from '@/lib/operations/schemas/forms'
import type { PriceResult } from '@/lib/operations/schemas/price-result'
import type { Subscription } from '@/lib/operations/schemas/subscription'
import { productName } from '@/lib/prices/price-words'
import type { PricingContext, ProductSuggestion } from '@/lib/prices/pricing-context'
import { suggestions } from '@/lib/prices/suggestions'
import { hasTargets, type Option } from '@/lib/prices/workbench'
import type { KnownBuyer } from './use-known-buyer'

export type Suggestions = {
  products: ProductSuggestion[]
  /** The buyer's, where the account can read them. */
  subscriptions: readonly Subscription[]
  /** Whether they are still being read. */
  isReading: boolean
  /** The merchant account's. */
  zone: string
  nameOf: (code: string) => string
}

type Seen = { known: KnownBuyer; options: readonly Option[]; answers: readonly PriceResult[] }

/** What can be chosen: products of the account's own list, of the buyer's history and subscriptions, and of earlier answers. */
export function useSuggestions(
  { merchant, buyer, products, reads }: PricingContext,
  { known, options, answers }: Seen,
): Suggestions {
  const buyerId = buyer?.id ?? ''
  const lowered = useQueries({
    queries: [...new Set(loweredIn(options))].map((subscriptionId) => ({
      ...operationQuery('listDowngradeTargets', { merchant: merchant.code, params: { buyerId, subscriptionId } }),
      enabled: buyer !== null && reads.listDowngradeTargets,
    })),
  })
  const all = suggestions(
    products,
    answers.flatMap(({ products: priced }) => priced.map(({ code }) => ({ code, name: productName(priced, code) }))),
    productsSeen(known.orders.filter(isReadable)),
    lowered.flatMap(({ data }) => data?.data.products ?? []),
    known.subscriptions.flatMap(({ product }) => (product ? [product] : [])),
  )
  const names = new Map(all.map(({ code, name }) => [code, name]))
  return {
    products: all,
    subscriptions: known.subscriptions,
    isReading: known.isReadingSubscriptions,
    zone: merchant.timeZone,
    nameOf: (code) => names.get(code) ?? code,
  }
}

/** The subscriptions that some line moves down: the service lists what each can be moved to. */
const loweredIn = (options: readonly Option[]) =>
  options.flatMap(({ lines }) =>
    lines.flatMap(({ action, subscription }) =>
      hasTargets(action) && textProblem(uuidForm, subscription) === undefined ? [subscription] : [],
    ),
  )
