import 'server-only'
import type { Transaction } from 'kysely'
import { problem } from '@/lib/core/problem'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import type { Claim } from '@/lib/journal/action-ids'
import { append } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import { forgetKeptCards } from './cards'
import { addToCount } from './directory'

/**
 * Erases what is personal of a buyer here: facts, directory, notes, quotes, half-typed forms, and the sealed bodies an undo would need. The
 * journal keeps its masked entries, and this is one of them. At the service nothing changes. Throws `conflict` while something about the
 * buyer is open. Returns how many facts and keys there were.
 */
export async function eraseBuyer(
  person: Person,
  merchant: string,
  buyerId: string,
  claim?: Claim,
): Promise<{ facts: number; keys: number }> {
  const store = await database()
  const erased = await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await requireNothingOpen(tx, merchant, buyerId)
    const facts = await deleted(tx, 'facts', merchant, buyerId)
    await tx
      .updateTable('known_versions')
      .set((row) => ({ version: row('version', '+', 1) }))
      .where('merchant', '=', merchant)
      .where('buyer_id', '=', buyerId)
      .execute()
    const known = await tx
      .selectFrom('directory_keys')
      .select('id')
      .where('merchant', '=', merchant)
      .where('buyer_id', '=', buyerId)
      .where('kind', '=', 'buyer')
      .executeTakeFirst()
    const keys = await deleted(tx, 'directory_keys', merchant, buyerId)
    if (known) await addToCount(tx, merchant, -1)
    await eraseNotes(tx, merchant, buyerId)
    for (const table of wholly) await deleted(tx, table, merchant, buyerId)
    await tx.deleteFrom('drafts').where('key', 'like', `%${buyerId}%`).execute()
    await tx.deleteFrom('owners').where('merchant', '=', merchant).where('thing', 'like', `%${buyerId}`).execute()
    for (const table of ['actions', 'approvals'] as const)
      await tx.updateTable(table).set({ sealed: '' }).where('merchant', '=', merchant).where('buyer_id', '=', buyerId).execute()
    await tx
      .updateTable('incident_rows')
      .set({ before: null, note: null })
      .where('buyer_id', '=', buyerId)
      .where('incident', 'in', ({ selectFrom }) => selectFrom('incidents').select('id').where('merchant', '=', merchant))
      .execute()
    await eraseWhatMachinesRead(tx, merchant, buyerId)
    await append(tx, {
      kind: 'erased',
      actionId: null,
      accountId: person.accountId,
      person: person.name,
      merchant,
      buyerId,
      operation: null,
      ticket: null,
      detail: { facts, keys },
    })
    await claim?.keep(tx, { facts, keys })
    return { facts, keys }
  })
  forgetKeptCards()
  return erased
}

/** What machines quoted when they proposed something: the text of a ticket. The proposal can't be pressed from then on. */
async function eraseWhatMachinesRead(tx: Transaction<Tables>, merchant: string, buyerId: string): Promise<void> {
  await tx
    .updateTable('approvals')
    .set({ source: '' })
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('source', 'is not', null)
    .execute()
}

/** What colleagues wrote about the buyer, in every version it had. */
async function eraseNotes(tx: Transaction<Tables>, merchant: string, buyerId: string): Promise<void> {
  const notes = tx.selectFrom('notes').select('id').where('merchant', '=', merchant).where('buyer_id', '=', buyerId)
  for (const table of ['note_mentions', 'note_versions'] as const)
    await tx
      .deleteFrom(table as 'note_versions') // each has this column
      .where('note_id', 'in', notes)
      .execute()
  await deleted(tx, 'notes', merchant, buyerId)
}

/** Where all that stands of a buyer goes. */
const wholly = [
  ...(['directory_charges', 'directory_pending', 'recent_buyers', 'presence', 'quotes', 'cards'] as const),
  ...(['events', 'event_reads', 'directory_subscriptions', 'promises', 'panel_passes'] as const),
]
type OfBuyer = (typeof wholly)[number] | 'facts' | 'directory_keys' | 'notes'

async function deleted(tx: Transaction<Tables>, table: OfBuyer, merchant: string, buyerId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom(table as 'facts') // each has these two columns
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Throws `conflict` while an action or a request is open: it still needs the values that would be erased. */
async function requireNothingOpen(tx: Transaction<Tables>, merchant: string, buyerId: string): Promise<void> {
  const action = await tx
    .selectFrom('actions')
    .select('action_id')
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where((of) => of.or([of('state', '=', 'sent'), of.and([of('state', '=', 'unconfirmed'), of('settled_as', 'is', null)])]))
    .executeTakeFirst()
  if (action)
    throw problem('conflict', 'An action on this buyer is unconfirmed. Nothing was erased. Settle it first.', {
      code: 'buyer_in_use',
    })
  const approval = await tx
    .selectFrom('approvals')
    .select('id')
    .where('merchant', '=', merchant)
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'waiting')
    .where('proposed_by', 'is', null)
    .executeTakeFirst()
  if (approval)
    throw problem('conflict', 'A request for this buyer is waiting for approval. Nothing was erased. Decide it first.', {
      code: 'buyer_in_use',
    })
}
