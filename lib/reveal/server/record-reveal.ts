import 'server-only'
import { masked } from '@/lib/core/masking'
import { problem, ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { append } from '@/lib/journal/chain'
import { countTowards } from '@/lib/people/server/limits'
import type { Person } from '@/lib/people/server/sessions'
import type { Revealable } from '../reveal'

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
export async function recordReveal({ person, fields, reason, ...about }: Reveal): Promise<void> {
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
        ...about,
        kind: 'revealed',
        actionId: null,
        operation: null,
        detail: masked({ reason, fields }),
        accountId: person.accountId,
        person: person.name,
      })
      return null
    })
  }
}

const unwritten = () =>
  problem('unavailable', 'We couldn’t write to the journal, so nothing was revealed. Try again in a moment.', {
    title: 'Nothing was revealed',
    code: 'journal_unavailable',
  })
