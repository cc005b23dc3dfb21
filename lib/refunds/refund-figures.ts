import type { Money } from '@/lib/core/money'
import type { BatchOffer } from './refund'

/** Requests that have waited for about as long. */
export type RefundAge = { label: string; isOld: boolean; count: number; sums: Money[] }

/** What waits in Refunds. `oldest` is ISO in UTC; `sent` is in a file and has no reference of the provider yet. */
export type RefundFigures = {
  waiting: number
  oldest: string | null
  ages: RefundAge[]
  offers: BatchOffer[]
  sent: { count: number; sums: Money[] }
}
