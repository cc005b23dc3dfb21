import 'server-only'
import { problem } from '@/lib/problem'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import { append } from '../journal/chain'
import { countTowards } from '../limits/count-towards'

type Export = {
  person: Person
  merchant: string
  operation: string
  buyerId: string | null
  ticket: string | null
  detail: unknown
}

/**
 * Writes into the journal that a file leaves the desk, before its first byte does; what cannot be written may not leave. One more than an
 * hour allows is refused with 429 until the hour is over. `detail` holds masked values only.
 */
export async function noteExport(given: Export, now = new Date()): Promise<void> {
  const { person, ...entry } = given
  const store = await database()
  const refused = await store
    .transaction()
    .execute(async (tx) => {
      const over = await countTowards(tx, 'exports', given, { now })
      if (over === null)
        await append(tx, { ...entry, kind: 'exported', actionId: null, accountId: person.accountId, person: person.name }, now)
      return over
    })
    .catch((cause: unknown) => {
      throw unwritten(cause)
    })
  if (refused !== null) throw refused
}

const unwritten = (cause: unknown) =>
  Object.assign(
    problem('unavailable', 'The journal cannot be written, so no file leaves the desk.', { code: 'journal_unavailable' }),
    {
      cause,
    },
  )
