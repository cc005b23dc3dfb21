import 'server-only'
import { masked } from '@/lib/core/masking'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { journalUnavailable } from '@/lib/database/patience'
import { type Claim, Overtaken } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { countTowards } from '@/lib/people/server/limits'
import type { Person } from '@/lib/people/server/sessions'
import { type Revealable, revealSeconds } from '../reveal'

type Reveal = {
  person: Person
  merchant: string
  buyerId: string
  ticket: string | null
  reason: string
  fields: readonly Revealable[]
  claim: Claim
}

/** What is kept of a reveal for a repeat: what was found, none of its values, and until when it's shown. */
export type Shown = { fields: readonly Revealable[]; until: number }

/**
 * Counts a reveal and writes it into the journal, in one transaction, before anything is shown; what cannot be written is not shown (A07).
 * Throws 429 for one value too many within the hour, and `unavailable` where the journal takes nothing.
 */
export async function recordReveal({ person, fields, reason, claim, ...about }: Reveal): Promise<Shown> {
  const shown = { fields, until: Date.now() + revealSeconds * 1_000 }
  const refused = await write().catch((cause: unknown) => {
    if (cause instanceof ServiceProblem || cause instanceof Overtaken) throw cause
    throw journalUnavailable(cause, 'nothing was revealed', 'Nothing was revealed')
  })
  if (refused !== null) throw refused
  return shown

  async function write() {
    const store = await database()
    return store.transaction().execute(async (tx) => {
      const over = await countTowards(tx, 'reveals', { person, ...about }, { by: fields.length })
      if (over !== null) return over // managers are told, and the id stays free
      await claim.take(tx)
      await append(tx, {
        ...about,
        kind: 'revealed',
        actionId: null,
        operation: null,
        detail: masked({ reason, fields }),
        accountId: person.accountId,
        person: person.name,
      })
      await claim.keep(tx, shown)
      return null
    })
  }
}
