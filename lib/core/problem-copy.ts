import { isWithChange, namesFields, type Problem, type ProblemKind } from './problem'

/** The code of a change that the dashboard didn't answer: it may be saved. */
export const unansweredChange = 'no_answer'

/** What to do about a problem that isn’t a command’s. A change that wasn’t made says so itself: the same kind comes of a read, beside a change that was. */
export function adviceOn({ kind, code, fields }: Pick<Problem, 'kind' | 'code' | 'fields'>): string {
  if (code === unansweredChange) return 'Try again in a moment. If it was saved, it won’t be saved twice.'
  // Its own sentence says what to do.
  if ((kind === 'conflict' && !isWithChange(code)) || (kind === 'invalid' && !namesFields(fields))) return ''
  return kind === 'unavailable' || code === 'internal' ? tryAgain : advice[kind]
}

/** Nothing is promised: of what went wrong in the dashboard itself nobody knows how far it came. */
export const tryAgain = 'Try again in a moment.'

/** What to do about each kind, where a command wasn’t sent for it. A kind without words does not compile. */
export const advice: Record<ProblemKind, string> = {
  invalid: 'Fix the highlighted fields and try again.',
  notFound: 'Check the id or e-mail address with the buyer.',
  conflict: 'Review the latest details before you continue.',
  signedOut: 'Nothing was changed, and what you typed stays on this page. Sign in in another tab, then try again here.',
  forbidden: 'Ask a colleague with the right role.',
  refused: 'The problem isn’t with the buyer. Ask an admin to check the merchant account’s keys in Settings.',
  unavailable: 'Nothing was changed. Try again in a moment.',
  unconfirmed: 'Don’t send this again until you’ve checked the charge history and the subscription.',
}
