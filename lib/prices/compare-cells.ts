import { compare, percentChange, subtract, sum } from '@/lib/core/money'
import type { PricedBundle } from './receipt'

export const totalOf = (bundle: PricedBundle): string | null => bundle.totalAmount?.amountWithDiscountsAndCouponsAndTax ?? null

export type Difference = { amount: string; percent: string | null }

/** How much more or less than the baseline an option costs; signs stand in front. Only within one currency, else null. */
export function differenceTo(
  baseline: { total: string; currency: string },
  cell: { total: string; currency: string },
): Difference | null {
  if (baseline.currency !== cell.currency) return null
  const percent = percentChange(baseline.total, cell.total)
  return {
    amount: signed(subtract(cell.total, baseline.total)),
    percent: percent === null ? null : `${signed(percent)}%`,
  }
}

/** With its sign in front, also a plus; a true minus. Zero has none. */
export function signed(amount: string): string {
  const way = compare(amount, '0')
  if (way === 0) return amount.replace(/^-/, '')
  return way < 0 ? amount.replace(/^-/, '−') : `+${amount}`
}

export type Monthly =
  | { amount: string /** Whether we have added it up from several lines. */; isSum: boolean }
  | { amount: null; why: string }

/** What an option costs in a month: the line's own figure, or the exact sum where every line has one. */
export function monthlyOf({ products }: PricedBundle): Monthly {
  const monthly = products.map(({ monthlyAmount }) => monthlyAmount?.amountWithDiscountAndCouponAndTax ?? null)
  const known = monthly.filter((each) => each !== null)
  const [only] = known
  if (only === undefined) return { amount: null, why: 'no monthly price' }
  if (known.length < monthly.length) return { amount: null, why: `monthly for ${known.length} of ${monthly.length} lines` }
  return { amount: monthly.length === 1 ? only : sum(known), isSum: monthly.length > 1 }
}
