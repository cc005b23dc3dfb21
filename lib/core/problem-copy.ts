import type { ProblemKind } from './problem'

/** What to do about each kind. A kind without words does not compile. */
export const advice: Record<ProblemKind, string> = {
  invalid: 'Fix the highlighted fields and try again.',
  notFound: 'Check the id or e-mail address with the buyer.',
  conflict: 'Review the latest details before you continue.',
  signedOut: 'Nothing was changed. Sign in again.',
  forbidden: 'Ask a colleague with the right role.',
  refused: 'The problem isn’t with the buyer. Ask an admin to check the merchant account’s keys in Settings.',
  unavailable: 'Nothing was changed. Try again in a moment.',
  unconfirmed: 'Don’t send this again until you’ve checked the charge history and the subscription.',
}
