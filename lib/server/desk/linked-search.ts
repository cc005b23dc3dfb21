import 'server-only'
import { buyerPath } from '@/lib/buyer-path'
import { type Problem, ServiceProblem } from '@/lib/problem'
import type { SearchAnswer } from '@/lib/search-reading'
import type { Person } from '../auth/sessions'
import type { Merchant } from '../merchants'
import { find } from './search'

/** A search that a ticket's link asked for: where it opens, or what the find box then shows. */
export type LinkedSearch = { opens: string | null; initial: { q: string; answer: SearchAnswer | null; problem: Problem | null } }

/** `/?q=…&ticket=…`: one exact hit opens the buyer, anything else is shown on the page. */
export async function linkedSearch(
  q: string | null,
  ticket: string | null,
  about: { person: Person; merchant: Merchant },
): Promise<LinkedSearch | null> {
  if (q === null) return null
  try {
    const answer = await find(q.slice(0, 10_000), about)
    const [hit, another] = answer.hits
    const opens = hit?.match === 'exact' && !another ? buyerPath(hit.buyerId, ticket) : null
    return { opens, initial: { q, answer, problem: null } }
  } catch (cause) {
    if (!(cause instanceof ServiceProblem)) throw cause
    return { opens: null, initial: { q, answer: null, problem: cause.problem } }
  }
}
