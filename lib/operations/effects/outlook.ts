import type { ReplyPart } from '@/lib/core/reply-part'

/** Whether a charge of a subscription would find a token that can be charged, as far as that is known. */
export type TokenState = 'active' | 'none' | 'unknown'

/**
 * The rule that every forecast of a charge keeps to. `isTokenized` is the service's own word of the subscription (service-facts 3.3);
 * `enabled` says of each token known of the buyer whether it is. Where all of them are off nothing can be charged, whatever an older
 * answer about the subscription said.
 */
export function tokenState(isTokenized: boolean | null, enabled: readonly (boolean | null)[]): TokenState {
  if (isTokenized === false || (enabled.length > 0 && enabled.every((each) => each === false))) return 'none'
  return isTokenized === true || enabled.includes(true) ? 'active' : 'unknown'
}

/**
 * What the end of the term brings: a charge, one that has to be reckoned with, one that would fail, the end, or any of these. Where
 * autocharge is not known, a missing token still rules the charge out.
 */
export type Outlook = 'renews' | 'may-renew' | 'fails' | 'ends' | 'unknown'

export function outlookOf(autocharge: boolean | null, tokens: TokenState): Outlook {
  if (autocharge === false) return 'ends'
  if (tokens === 'none') return 'fails'
  if (autocharge === null) return 'unknown'
  return tokens === 'active' ? 'renews' : 'may-renew'
}

/** What is certain of a subscription once a command on it was done. Days are those of the account's zone; null is "not known". */
export type After = {
  outlook: Outlook
  tokens: TokenState
  autocharge: boolean | null
  status: string | null
  end: string | null
  /** Whether the end date has passed, or the status says that the term is over. */
  isOver: boolean
}

export const hasEnded = ({ status }: After) => status === 'disabled' || status === 'suspended'
export const runs = ({ status, isOver }: After) => status === 'active' && !isOver

/** What the customer is told of the charge that comes with a renewal. */
export const thenCharged = ({ outlook }: After): ReplyPart => ({
  key: outlook === 'renews' ? 'thenCharged' : 'maybeCharged',
})

/** How what happens later says that it charges, and not how much: the service gives no amount beforehand. */
export const amountUnknown = 'We don’t know the amount.'
