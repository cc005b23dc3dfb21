import 'server-only'
import { type Problem, ServiceProblem } from '@/lib/core/problem'
import type { Person } from '@/lib/people/server/sessions'
import type { Merchant } from '@/lib/platform/merchants'
import { hitPath, opensAtOnce, type SearchAnswer } from '../search-reading'
import { findByText } from './find'

/** A search that a ticket's link asked for: where it opens, or what the find box then shows. */
export type LinkedSearch = { opens: string | null; initial: { q: string; answer: SearchAnswer | null; problem: Problem | null } }

/** `/?q=…&ticket=…&merchant=…`: one exact hit with nothing to be said of it opens the buyer with what else the link gave; else the page shows it. */
export async function linkedSearch(
  q: string | null,
  link: { ticket: string | null; merchant: string | null },
  about: { person: Person; merchant: Merchant },
): Promise<LinkedSearch | null> {
  if (q === null) return null
  try {
    const answer = await findByText(q.slice(0, 10_000), about)
    const hit = opensAtOnce(answer)
    const opens = hit === null ? null : hitPath(hit, link.ticket, link.merchant)
    return { opens, initial: { q, answer, problem: null } }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    return { opens: null, initial: { q, answer: null, problem: cause.problem } }
  }
}
