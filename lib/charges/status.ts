import type { ChargeFamily } from '@/lib/operations/effects/facts'

export { type ChargeFamily, familyOf, familyOfCharge, isBelowZero } from '@/lib/operations/effects/facts'

/** The look each family has on the screen. */
export const familyKinds = { received: 'settled', open: 'deferred', lost: 'declined', other: 'neutral' } as const

export type OutcomeKind = (typeof familyKinds)[ChargeFamily]

// What an open status waits for, said of the attempt.
const openLabels: Record<string, string> = {
  created: 'started but not completed',
  redirected: 'waiting for the buyer at 3-D Secure or the provider’s page',
  confirmed: 'waiting for the provider’s answer',
  deferred: 'deferred, not paid yet',
  authorized: 'authorised but not collected',
  verified: 'sent to the provider, not collected yet',
}

export function describeOpenStatus(status: string): string {
  return openLabels[status] ?? status
}
