import 'server-only'
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/problem'
import type { Person } from '../auth/sessions'
import { database } from '../database/open'
import type { Tables } from '../database/schema'
import { append } from '../journal/chain'

/** A person may take this many files within an hour of the first. */
export const mostAnHour = 5
const hour = 60 * 60_000

type Export = { person: Person; merchant: string; operation: string; buyerId: string; ticket: string | null; detail: unknown }

/**
 * Writes into the journal that a file leaves the desk, before its first byte does; what cannot be written may not leave. One too many is
 * refused with 429 until the hour is over, and the first refusal of an hour is written down for managers. `detail` holds masked values only.
 */
export async function noteExport(given: Export, now = new Date()): Promise<void> {
  const store = await database()
  const { count, since } = await store
    .transaction()
    .execute(async (tx) => {
      const counted = await countIn(tx, given.person, now)
      if (counted.count <= mostAnHour) await note(tx, 'exported', given, now)
      if (counted.count === mostAnHour + 1) await note(tx, 'export-refused', given, now)
      return counted
    })
    .catch((cause: unknown) => {
      throw unwritten(cause)
    })
  if (count <= mostAnHour) return
  const wait = Math.max(1, Math.ceil((Date.parse(since) + hour - now.getTime()) / 1_000))
  throw problem('unavailable', `${mostAnHour} files an hour are the limit. Wait ${Math.ceil(wait / 60)} minutes for the next.`, {
    ...{ title: 'Too many files', status: 429, code: 'too_many_exports', retryAfter: wait },
  })
}

const note = (tx: Transaction<Tables>, kind: 'exported' | 'export-refused', { person, ...entry }: Export, now: Date) =>
  append(tx, { ...entry, kind, actionId: null, accountId: person.accountId, person: person.name }, now)

async function countIn(tx: Transaction<Tables>, person: Person, now: Date): Promise<{ count: number; since: string }> {
  const key = createHash('sha256').update(`exports ${person.accountId}`).digest('hex')
  const begun = new Date(now.getTime() - hour).toISOString()
  await tx.deleteFrom('throttles').where('key', '=', key).where('failed_at', '<=', begun).execute()
  const row = await tx
    .insertInto('throttles')
    .values({ key, failures: 1, failed_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((set) => ({ failures: set('throttles.failures', '+', 1) })))
    .returning(['failures', 'failed_at'])
    .executeTakeFirstOrThrow()
  return { count: row.failures, since: row.failed_at }
}

const unwritten = (cause: unknown) =>
  Object.assign(
    problem('unavailable', 'The journal cannot be written, so no file leaves the desk.', { code: 'journal_unavailable' }),
    {
      cause,
    },
  )
