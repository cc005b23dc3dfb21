import { formatAmount } from '@/lib/core/money'

/** `162.00 BRL`; without a currency the bare amount. */
export function moneyWords(amount: string, currency: string | null): string {
  return `${formatAmount(amount)} ${currency ?? ''}`.trim()
}
