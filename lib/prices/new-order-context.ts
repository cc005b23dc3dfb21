import type { OrderValues } from './order-values'
import type { ProductSuggestion } from './pricing-context'

/** What the server tells the page of a new order. */
export type NewOrderContext = {
  merchant: { code: string; name: string; timeZone: string }
  products: readonly ProductSuggestion[]
  /** Buyers whose e-mail is known; it is masked. */
  buyers: readonly { buyerId: string; email: string; country: string | null }[]
  /** Hosts a return address may have; none for any. */
  hosts: readonly string[]
  start: Partial<OrderValues>
  /** The quote it is made of. */
  quote: {
    id: string
    buyerId: string
    /** The buyer's, where it's known. */
    country: string | null
    words: string
    total: string | null
    currency: string | null
  } | null
  /** Why nothing was taken from the quote that was named, or null. */
  unusable: string | null
  /** Why this person may not send it, or null. */
  mayAct: string | null
}
