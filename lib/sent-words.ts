import { advice } from './problem-copy'
import type { Sent } from './sent'

export type SentWords = {
  kind: 'settled' | 'declined' | 'neutral' | 'unconfirmed'
  title: string
  says: string[]
  traceId: string | null
}

/** How a sending ended, in words. `done` is the sentence for what is known to be applied. */
export function sentWords({ outcome, problem }: Sent, done: string): SentWords {
  const fields = problem?.fields.map(({ title }) => title) ?? []
  const traceId = problem?.traceId ?? null
  switch (outcome) {
    case 'done':
      return { kind: 'settled', title: 'Done', says: [done], traceId }
    case 'refused':
      return {
        kind: 'declined',
        title: 'Refused',
        says: sentences('The service did not change anything.', problem?.detail, ...fields),
        traceId,
      }
    case 'not-sent':
      return { kind: 'neutral', title: 'Nothing was sent', says: sentences(problem?.detail, ...fields), traceId }
    default:
      return {
        kind: 'unconfirmed',
        title: 'We do not know whether this was applied',
        says: sentences(problem?.detail, advice.unconfirmed),
        traceId,
      }
  }
}

const sentences = (...texts: (string | undefined)[]) => texts.filter((text) => text !== undefined && text !== '') as string[]
