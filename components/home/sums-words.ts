import { formatAmount, type Money } from '@/lib/core/money'
import type { ListCount } from '@/lib/lists/list-page'

/** `67.40 EUR, 12.00 BRL`: a sum of each currency, never one of two. */
export const formatSums = (sums: readonly Money[]): string =>
  sums.map(({ amount, currency }) => `${formatAmount(amount)}\u00a0${currency}`).join(', ')

/** The same of what was found; where only the newest were counted, it's at least that. */
export const foundSums = ({ isMore, sums }: Pick<ListCount, 'isMore' | 'sums'>): string =>
  sums.length === 0 ? '' : `${isMore ? 'at least ' : ''}${formatSums(sums)}`
