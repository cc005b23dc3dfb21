import { useRef } from 'react'
import { newId } from '@/lib/client/new-id'
import { type CommandOutcome, isAnswered, mayBeSent } from '@/lib/commands/client/command-outcome'
import { detailOf, type OutcomeWords } from '@/lib/commands/client/outcome-words'
import { problemDetails } from '@/lib/core/problem-words'

export type Decided = { approve: boolean; outcome: CommandOutcome }

type Deciding = {
  approve: boolean
  body: object
  send: (actionId: string) => Promise<CommandOutcome>
  /** Reads again what is decided on, and says whether it still waits. */
  readAgain: () => Promise<{ isOpen: boolean }>
}

const toLookAt = ['changed', 'look_again']

/**
 * Sends decisions, each once however often it's pressed: the same decision bears the same id, so that pressing again brings an answer that
 * was lost. Gives null where there's something new to look at first.
 */
export function useSendDecision() {
  const ids = useRef<Record<string, string>>({})
  return async ({ approve, body, send, readAgain }: Deciding): Promise<Decided | null> => {
    const decision = JSON.stringify(body)
    ids.current[decision] ??= newId()
    const actionId = ids.current[decision]
    const decided = { approve, outcome: await send(actionId) }
    if (toLookAt.includes(decided.outcome.problem?.code ?? '')) {
      delete ids.current[decision]
      await readAgain()
      return null
    }
    if (!isUnknown(decided) || (await readAgain()).isOpen) return decided
    // What is closed sends nothing more, so asking again only brings the answer.
    return { approve, outcome: await send(actionId) }
  }
}

/** Whether nobody here knows if the dashboard took the decision. */
export const isUnknown = ({ outcome }: Decided): boolean =>
  !isAnswered(outcome) && mayBeSent(outcome) && !isDecidedBefore(outcome)

/** The decision with its answer, or the one whose answer was lost. */
export const splitDecided = (last: Decided | null) =>
  last && isUnknown(last) ? { decided: null, unknown: last } : { decided: last, unknown: null }

const isDecidedBefore = ({ problem }: CommandOutcome) => problem?.code === 'decided'

/** Words where it was decided before, by anybody; null where it wasn't. */
export const describeDecidedBefore = ({ outcome }: Decided): OutcomeWords | null =>
  outcome.problem && isDecidedBefore(outcome)
    ? { kind: 'neutral', title: 'Already decided', says: [outcome.problem.detail], details: null }
    : null

/** Words for a decision whose answer was lost. */
export function describeUnknown({ approve, outcome }: Decided): OutcomeWords {
  const again = approve
    ? 'Press the same button again to find out. It’s sent once at most.'
    : 'Press Decline again to find out. Declining sends nothing.'
  return {
    kind: 'unconfirmed',
    title: 'We don’t know whether your decision was saved',
    says: [detailOf(outcome) ?? '', again],
    details: outcome.problem && problemDetails(outcome.problem),
  }
}
