import 'server-only'
import { fromOwnJson } from '@/lib/core/json'
import { type Database, database } from '@/lib/database/open'
import type { Claim } from '@/lib/journal/action-ids'
import { append, waitForTurn } from '@/lib/journal/chain'
import { requireStoredAsRecorded } from '@/lib/journal/row-digests'
import type { Person } from '@/lib/people/server/sessions'

const name = 'retention_days'

/** After how many days what nobody has seen again is forgotten; null for never. */
export async function retentionDays(store?: Database): Promise<number | null> {
  const from = store ?? (await database())
  const row = await from.selectFrom('desk_settings').select('value').where('name', '=', name).executeTakeFirst()
  return row ? fromOwnJson<number | null>(row.value) : null
}

/** Sets it and writes into the journal who did, from what to what. */
export async function setRetention(person: Person, merchant: string, days: number | null, claim?: Claim): Promise<void> {
  const store = await database()
  const row = { name, value: JSON.stringify(days), changed_at: new Date().toISOString() }
  await store.transaction().execute(async (tx) => {
    await claim?.take(tx)
    await waitForTurn(tx) // so that what two admins set at once stands in the journal in the order it was set
    await requireStoredAsRecorded(tx, 'desk_settings', name)
    const before = await retentionDays(tx)
    await tx
      .insertInto('desk_settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    await append(tx, {
      kind: 'retention-set',
      rows: [{ table: 'desk_settings', id: name, values: row }],
      actionId: name,
      accountId: person.accountId,
      person: person.name,
      merchant,
      operation: null,
      buyerId: null,
      ticket: null,
      detail: { days, before },
    })
  })
}
