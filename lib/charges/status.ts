/**
 * What a charge status means for money (service-facts 2.5).
 * `received` is money; `open` may still become money; `lost` will not; `other` is a value we don’t know.
 */
export type ChargeFamily = 'received' | 'open' | 'lost' | 'other'

const families: Record<string, ChargeFamily> = {
  settled: 'received',
  captured: 'received',
  created: 'open',
  redirected: 'open',
  confirmed: 'open',
  deferred: 'open',
  authorized: 'open',
  verified: 'open',
  declined: 'lost',
  failed: 'lost',
}

/** The family of a status as it came; a new value is never counted as received. */
export function familyOf(status: string): ChargeFamily {
  return Object.hasOwn(families, status) ? (families[status] ?? 'other') : 'other'
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
