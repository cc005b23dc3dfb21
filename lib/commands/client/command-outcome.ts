import { fromOwnJson } from '@/lib/core/json'
import { isProblem, type Problem, problem } from '@/lib/core/problem'

/**
 * What keeps a command from having ended.
 * - `refused`: the service changed nothing; sending the same again would be refused again.
 * - `not-sent`: nothing has left the dashboard; trying again is safe.
 * - `busy`: somebody else's command on the same thing is under way.
 * - `changed`, `unsettled`, `approval`: there is something new to look at first.
 * - `closed`: the quote it was to take up is no longer open, or approval of it, or of the same, waits, so trying again sends nothing either.
 * - `used`: this form was sent before with other content, or by somebody else.
 * - `overtaken`: an earlier try of this form was done, or its approval decided, and that doesn't hold any more. Nothing was sent now.
 * - `no-answer`: our own server did not answer. What it was asked it does at most once, so asking again is safe.
 */
export type CommandFailure = {
  kind:
    | 'refused'
    | 'not-sent'
    | 'busy'
    | 'changed'
    | 'unsettled'
    | 'approval'
    | 'closed'
    | 'used'
    | 'overtaken'
    | 'signed-out'
    | 'no-answer'
  problem: Problem
  replayed: boolean
  /** Whether it stands in the journal as that. Otherwise its id is free, and the next try goes out under the same one. */
  isRecorded?: boolean
  /** Whether an earlier try under the same id may have been sent: the dashboard has an action of that id, or couldn't look. */
  mayBeBegun?: boolean
}

/** How a command ended, or has not ended yet. */
export type Answered = {
  kind: 'done' | 'unconfirmed'
  actionId: string
  answer: unknown
  replayed: boolean
  /** The buyer's known version after it. */
  version: number | null
  /** What is shown of one whose outcome is unknown. */
  problem: Problem | null
  /** Of one that was done before: whether what it did has been changed since, `yes` or `maybe`. */
  changed?: string | null
}

export type CommandOutcome = Answered | CommandFailure

/**
 * Whether the next try is an action of its own, for this one has ended in the journal without being done, or its id is another request's. Whatever else
 * was said of one that isn't recorded, a try under its id may still arrive: only the same id keeps it from being done twice.
 */
export const hasEnded = (outcome: CommandOutcome): boolean =>
  outcome.kind === 'used' ||
  outcome.kind === 'overtaken' ||
  outcome.kind === 'refused' ||
  (!isAnswered(outcome) && outcome.isRecorded === true)

/** Whether it may have been sent, by this try or by an earlier one under the same id. */
export const mayBeSent = (outcome: CommandFailure): boolean => outcome.kind === 'no-answer' || outcome.mayBeBegun === true

export const isAnswered = (outcome: CommandOutcome): outcome is Answered =>
  outcome.kind === 'done' || outcome.kind === 'unconfirmed'

/** Reads what the dashboard answered to a command. Never throws. */
export async function readOutcome(actionId: string, response: Response): Promise<CommandOutcome> {
  const replayed = response.headers.get('x-replayed') === 'true'
  const text = await response.text().catch(() => null)
  if (text === null) return noAnswer() // it broke off: the same id gets all of it
  const body = bodyIn(text)
  const outcome = response.headers.get('x-outcome')
  const version = Number(response.headers.get('x-known-version') ?? Number.NaN)
  const changed = response.headers.get('x-changed-since')
  const ended = { actionId, replayed, version: Number.isNaN(version) ? null : version, changed }
  const problem = isProblem(body) ? body : null
  if (outcome === 'unconfirmed') return { kind: 'unconfirmed', answer: undefined, problem, ...ended }
  if (outcome === 'done' || response.headers.get('x-decided') === 'true')
    return { kind: 'done', answer: body, problem: null, ...ended }
  if (problem === null || response.ok) return noAnswer() // something between has answered
  const isRecorded = response.headers.get('x-recorded') === 'true'
  const mayBeBegun = outcome === null && response.headers.has('x-action-id')
  const kind = problemKind(outcome, problem)
  return { kind, problem: kind === 'used' ? { ...problem, actionId } : problem, replayed, isRecorded, mayBeBegun }
}

function bodyIn(text: string): unknown {
  try {
    return fromOwnJson(text)
  } catch {
    return undefined // nothing at all, or what something between has answered
  }
}

/** A repeat's first outcome, unless that doesn't hold any more: then nothing was sent now, and the next try is an action of its own. */
export function stillHolding(outcome: CommandOutcome): CommandOutcome {
  if (!isAnswered(outcome) || outcome.changed == null) return outcome
  const { actionId, changed, replayed } = outcome
  const since = changed === 'yes' ? 'it has been changed since' : 'another action may have changed it since'
  const detail = `An earlier try from here was applied, and ${since}. Nothing was sent now.`
  return { kind: 'overtaken', problem: problem('conflict', detail, { code: 'overtaken', actionId }).problem, replayed }
}

/** The dashboard itself did not answer, or something between did. */
export const noAnswer = (): CommandFailure => ({
  kind: 'no-answer',
  problem: problem('unavailable', 'Check your internet connection.', { code: connectionLost }).problem,
  replayed: false,
})

const connectionLost = 'connection_lost'

export const isConnectionLost = ({ problem }: CommandOutcome) => problem?.code === connectionLost

function problemKind(outcome: string | null, { kind, code }: Problem): CommandFailure['kind'] {
  if (outcome === 'refused') return 'refused'
  if (kind === 'signedOut') return 'signed-out'
  // Something broke in the dashboard, and nobody knows before what.
  if (code === 'internal' || (kind === 'unconfirmed' && outcome === null)) return 'no-answer'
  return (code !== null && byCode[code]) || 'not-sent'
}

const byCode: Record<string, CommandFailure['kind']> = {
  changed: 'changed',
  target_busy: 'busy',
  unsettled_action: 'unsettled',
  approval_required: 'approval',
  action_id_used: 'used',
  approval_waiting: 'closed',
  quote_closed: 'closed',
  other_quote: 'closed',
}
