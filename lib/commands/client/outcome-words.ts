import { advice } from '@/lib/core/problem-copy'
import { type ProblemDetails, problemDetails } from '@/lib/core/problem-words'
import { type CommandOutcome, isAnswered, isConnectionLost, mayBeSent } from './command-outcome'

export type OutcomeWords = {
  kind: 'settled' | 'declined' | 'neutral' | 'unconfirmed'
  title: string
  says: string[]
  details: ProblemDetails | null
}

/** How a decision to send ended, in words. `done` is the sentence for what is known to be applied. */
export function describeOutcome(outcome: CommandOutcome, done: string): OutcomeWords {
  const problem = outcome.problem ?? null
  const details = problem && problemDetails(problem)
  // Whatever kept this try from being sent, an earlier one may have been.
  const kind = !isAnswered(outcome) && mayBeSent(outcome) ? 'no-answer' : outcome.kind
  switch (kind) {
    case 'done':
      return { kind: 'settled', title: 'Done', says: [done], details }
    case 'refused':
      return {
        kind: 'declined',
        title: 'Refused',
        says: sentences('Nothing was changed.', problem?.detail),
        details,
      }
    case 'unconfirmed':
    case 'no-answer': {
      return {
        kind: 'unconfirmed',
        title: 'We do not know whether this was applied',
        says: sentences(detailOf(outcome), advice.unconfirmed),
        details,
      }
    }
    default:
      return { kind: 'neutral', title: 'Nothing was sent', says: sentences(problem?.detail), details }
  }
}

/** What is said of an outcome that has a problem. */
export const detailOf = (outcome: CommandOutcome): string | undefined =>
  isConnectionLost(outcome) ? 'The connection dropped before the dashboard answered.' : outcome.problem?.detail

const sentences = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined && text !== '') as string[]
