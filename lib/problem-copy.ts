import type { ProblemKind } from './problem'

/** What to do about each kind. A kind without words does not compile. */
export const advice: Record<ProblemKind, string> = {
  invalid: 'Correct the marked fields and send again.',
  notFound: 'Check the id or the e-mail with the buyer.',
  conflict: 'Look at the newest facts before you go on.',
  signedOut: 'Sign in again; nothing was changed.',
  forbidden: 'Ask a colleague whose role allows it.',
  refused: 'This says nothing about the buyer. Tell an admin: the merchant account’s keys need a look in Settings.',
  unavailable: 'Nothing was changed. Try again in a moment.',
  unconfirmed: 'Do not send it again before you have looked at the charge history and the subscription.',
}
