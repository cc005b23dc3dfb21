/** What a person was answered about an action; `lost` where the connection ended before. */
export type Told = {
  actionId: string
  outcome: 'done' | 'refused' | 'not-sent' | 'unconfirmed' | 'lost' | 'none'
  status: number
  isReplayed: boolean
  code: string | null
}

const outcomes = ['done', 'refused', 'not-sent', 'unconfirmed'] as const

/** Reads the answer to a command. */
export function toldIn(
  actionId: string,
  answer: { status: number; headers: Record<string, string | undefined>; text: string },
): Told {
  const outcome = outcomes.find((known) => known === answer.headers['x-outcome']) ?? 'none'
  const code = answer.headers['content-type'] === 'application/problem+json' ? problemIn(answer.text).code : null
  return { actionId, outcome, status: answer.status, isReplayed: answer.headers['x-replayed'] === 'true', code: code ?? null }
}

/** The parts of a problem that say how to go on. */
export function problemIn(text: string): { code?: string | null; actionId?: string } {
  try {
    return JSON.parse(text) as { code?: string; actionId?: string }
  } catch {
    return {} // a page, or an answer that was cut
  }
}
