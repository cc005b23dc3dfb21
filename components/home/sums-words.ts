import { formatAmount, type Money } from '@/lib/core/money'

/** `67.40 EUR, 12.00 BRL`: a sum of each currency, never one of two. */
export const sumsWords = (sums: readonly Money[]): string =>
  sums.map(({ amount, currency }) => `${formatAmount(amount)}\u00a0${currency}`).join(', ')
