import { compare } from '@/lib/core/money'

/** Whether a decision on an amount is signed, by the amounts from which each currency is. One that isn't named is signed from the first cent. */
export const isSignedAmount = (from: Record<string, string>, amount: string, currency: string): boolean =>
  compare(amount, from[currency] ?? '0') >= 0
