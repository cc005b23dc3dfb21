import { compare } from '@/lib/core/money'
import { type ChargeFamily, familyOf } from '@/lib/operations/effects/facts'

export { type ChargeFamily, familyOf } from '@/lib/operations/effects/facts'

/** Whether an amount is less than nothing. The service doesn't document such a charge, so it's neither a receipt nor a refund. */
export const isBelowZero = ({ amount }: { amount: string }): boolean => amount.startsWith('-') && compare(amount, '0') < 0

/** The family of a charge: a receipt of less than nothing received nothing. */
export function familyOfCharge(charge: { status: string; amount: string }): ChargeFamily {
  const family = familyOf(charge.status)
  return family === 'received' && isBelowZero(charge) ? 'other' : family
}

/** The look each family has on the screen. */
export const familyKinds = { received: 'settled', open: 'deferred', lost: 'declined', other: 'neutral' } as const

export type OutcomeKind = (typeof familyKinds)[ChargeFamily]

// What an open status waits for, said of the attempt.
const openWords: Record<string, string> = {
  created: 'started but not completed',
  redirected: 'waiting for the buyer at 3-D Secure or the provider’s page',
  confirmed: 'waiting for the provider’s answer',
  deferred: 'deferred, not paid yet',
  authorized: 'authorised but not collected',
  verified: 'sent to the provider, not collected yet',
}

export function openStatusWords(status: string): string {
  return openWords[status] ?? status
}
