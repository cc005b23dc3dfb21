import 'server-only'
import type { Transaction } from 'kysely'
import { ServiceProblem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import { journalUnavailable } from '@/lib/database/patience'
import type { Tables } from '@/lib/database/schema'
import { type Claim, noClaim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import { countTowards } from './limits'
import type { Person } from './sessions'

type Export = {
  person: Person
  merchant: string
  operation: string
  buyerId: string | null
  ticket: string | null
  detail: unknown
  /** How many personal values stand in the file in clear: they count as values revealed on the screen do. */
  revealed?: number
  /** What is used up with it, in the same transaction. */
  claim?: Claim
}

/**
 * Writes into the journal that a file is exported, before its first byte is sent; what can't be written isn't exported. One more than an
 * hour allows, of files or of revealed values, is refused with 429 until the hour is over. `detail` holds masked values only.
 */
export async function recordExport(given: Export, now = new Date()): Promise<void> {
  const { person, revealed = 0, claim = noClaim, ...entry } = given
  const store = await database()
  const refused = await store
    .transaction()
    .execute(async (tx) => {
      await claim.take(tx)
      const over = await counted(tx)
      if (over === null)
        await append(tx, { ...entry, kind: 'exported', actionId: null, accountId: person.accountId, person: person.name }, now)
      return over
    })
    .catch((cause: unknown) => {
      if (cause instanceof ServiceProblem && cause.problem.kind !== 'unavailable') throw cause
      throw journalUnavailable(cause, 'the file wasn’t exported')
    })
  if (refused !== null) throw refused

  async function counted(tx: Transaction<Tables>) {
    const overFiles = await countTowards(tx, 'exports', given, { now })
    if (overFiles !== null || revealed === 0) return overFiles
    const overValues = await countTowards(tx, 'reveals', given, { by: revealed, now })
    if (overValues !== null) await countTowards(tx, 'exports', given, { by: -1, now }) // what does not leave is no file
    return overValues
  }
}
