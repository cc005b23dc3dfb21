import 'server-only'
import { masked } from '@/lib/masking'
import { problem, ServiceProblem } from '@/lib/problem'
import type { Revealable } from '@/lib/reveal'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { append } from '../journal/chain'
import { countTowards } from '../limits/count-towards'

type Reveal = {
  person: Person
  merchant: string
  buyerId: string
  ticket: string | null
  reason: string
  fields: readonly Revealable[]
}

/**
 * Counts a reveal and writes it into the journal, in one transaction, before anything is shown; what cannot be written is not shown (A07).
 * Throws 429 for one value too many within the hour, and `unavailable` where the journal takes nothing.
 */
export async function noteReveal({ person, fields, reason, ...about }: Reveal): Promise<void> {
  const refused = await write().catch((cause: unknown) => {
    if (cause instanceof ServiceProblem) throw cause
    throw Object.assign(unwritten(), { cause })
  })
  if (refused !== null) throw refused

  async function write() {
    const store = await database()
    return store.transaction().execute(async (tx) => {
      const over = await countTowards(tx, 'reveals', { person, ...about }, { by: fields.length })
      if (over !== null) return over
      await append(tx, {
        ...{ ...about, kind: 'revealed', actionId: null, operation: null, detail: masked({ reason, fields }) },
        ...{ accountId: person.accountId, person: person.name },
      })
      return null
    })
  }
}

const unwritten = () =>
  problem('unavailable', 'The journal cannot be written, so nothing is shown.', {
    ...{ title: 'Nothing was revealed', code: 'journal_unavailable' },
  })
