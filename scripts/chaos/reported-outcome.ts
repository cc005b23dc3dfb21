/** How somebody came to ask for a command: by itself, for an action that was there before, or by approving a request. */
export type Way = 'act' | 'send-again' | 'undo' | 'approval'

/** What was asked, by whom. */
export type Asking = {
  way: Way
  /** The action or the request that it is about, where it is not a command of its own. */
  of: string | null
  email: string
  /** The unsettled action that the person was told of. */
  acknowledges?: string
  /** Whether the person has said that it shall renew. */
  confirmed?: boolean
  /** Why nothing of this may ever be sent. */
  mayNotBeSent?: string
}

/** What a person was answered about an action; `lost` where the connection ended before. */
export type ReportedOutcome = {
  actionId: string
  outcome: 'done' | 'refused' | 'not-sent' | 'unconfirmed' | 'lost' | 'none'
  status: number
  isReplayed: boolean
  code: string | null
  asked: Asking
}

const outcomes = ['done', 'refused', 'not-sent', 'unconfirmed'] as const

/** Reads the answer to a command. */
export function reportedOutcome(
  actionId: string,
  answer: { status: number; headers: Record<string, string | undefined>; text: string },
  asked: Asking,
): ReportedOutcome {
  const outcome = outcomes.find((known) => known === answer.headers['x-outcome']) ?? 'none'
  const code = answer.headers['content-type'] === 'application/problem+json' ? problemIn(answer.text).code : null
  const isReplayed = answer.headers['x-replayed'] === 'true'
  return { actionId, outcome, status: answer.status, isReplayed, code: code ?? null, asked }
}

/** The parts of a problem that say how to go on. */
export function problemIn(text: string): { code?: string | null; actionId?: string } {
  try {
    return JSON.parse(text) as { code?: string; actionId?: string }
  } catch {
    return {} // a page, or an answer that was cut
  }
}
