import { createContext } from 'react'
import type { Problem, ServiceProblem } from '@/lib/core/problem'

/** Why nothing on the page can be sent, as its banner says it; null while the service answers. */
export const OutageContext = createContext<string | null>(null)

/** Whether a read that failed so may come back without anybody's doing: the service may answer again, or take our keys again. */
export const mayHeal = (error: ServiceProblem | null): error is ServiceProblem =>
  error?.problem.kind === 'unavailable' || error?.problem.kind === 'refused'

/** What keeps every read of a page from being answered, and what follows for its verbs. */
export type Outage = { says: string; actions: string }

export function outageOf({ kind, code, status, detail }: Pick<Problem, 'kind' | 'code' | 'status' | 'detail'>): Outage {
  if (kind === 'refused') return { says: 'The service refused our keys.', actions: 'Actions are off until an admin fixes them.' }
  if (status === 429) return { says: firstSentence(detail), actions: 'Actions are off for now.' }
  // Only the dashboard's own failures have no code.
  const says = code === null ? firstSentence(detail) : 'The service isn’t answering.'
  return { says, actions: 'Actions are off until it’s back.' }
}

const firstSentence = (text: string) => /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text
