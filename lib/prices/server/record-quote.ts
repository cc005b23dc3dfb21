import 'server-only'
import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import { requireAsRecorded } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'

type Row = Tables['quotes']
type Step = 'saved' | 'shared' | 'withdrawn' | 'taken up'

/**
 * Takes a quote one step on, where it hasn't been taken there before, and writes into the journal who did. `values` are of columns that were
 * null until then, the first of which says whether it was. Throws `unavailable` (`row_changed`) where somebody changed the row by hand, so
 * that no entry vouches for a price that the service never said.
 */
export async function moveQuote(
  tx: Transaction<Tables>,
  person: Person,
  { id, did, values }: { id: string; did: Step; values: Partial<Row> },
): Promise<void> {
  const [column] = Object.keys(values) as (keyof Row)[]
  if (column === undefined) return
  const moved = await tx
    .updateTable('quotes')
    .set({ ...values, entry_id: sql<string>`coalesce(entry_id, ${randomUUID()})` })
    .where('id', '=', id)
    .where(column, 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!moved) return
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, null]))
  await requireAsRecorded(tx, 'quotes', { ...moved, ...before })
  await recordQuote(tx, person, moved, did)
}

/** Writes down what was done with a quote. Its id opens it, so the entry has another, and what the customer calls it by. */
export async function recordQuote(tx: Transaction<Tables>, person: Person, row: Row, did: Step): Promise<void> {
  const { checked: _, checked_at: __, ...values } = row
  const entryId = row.entry_id ?? ''
  await append(tx, {
    kind: 'quote',
    actionId: entryId,
    accountId: person.accountId,
    person: person.name,
    merchant: row.merchant,
    operation: null,
    buyerId: row.buyer_id,
    ticket: null,
    detail: { quote: row.reference, did },
    rows: [{ table: 'quotes', id: entryId, values }],
  })
}
