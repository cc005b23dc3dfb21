import type { Transaction } from 'kysely'
import type { Database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append, type Entry } from './chain'
import { asWritten, vouchedFor, type Written } from './row-digests'

export const entry = (detail: unknown): Entry => ({
  kind: 'setting',
  actionId: 'a-1',
  accountId: 'b-2',
  person: 'Zoë 🦊',
  merchant: 'northwind',
  operation: 'changeBuyerEmail',
  buyerId: null,
  ticket: 'T-1',
  detail,
})

/** Appends entries with text that is easily changed on its way into a database and back. */
export async function appendSome(count: number, tx: Transaction<Tables>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await append(tx, entry({ turn, text: 'naïve “quotes” \u0000 \ud800' }))
}

/** Appends an entry for every row that people see, as if the dashboard had written it. */
export async function vouchForAll(tx: Transaction<Tables>): Promise<void> {
  for (const [table, { id, entries }] of Object.entries(vouchedFor))
    for (const values of await tx
      .selectFrom(table as 'actions')
      .selectAll()
      .execute()) {
      const row = values as unknown as Record<string, string>
      const written = { table, id: id.map((column) => row[column]).join('/'), values } as Written
      await append(tx, { ...entry({}), actionId: row[entries] ?? null, rows: [written] })
    }
}

/** Makes an action what a test needs it to be, with an entry that says so. */
export const changeAction = (store: Database, actionId: string, values: Partial<Tables['actions']>): Promise<unknown> =>
  store.transaction().execute(async (tx) => {
    await tx.updateTable('actions').set(values).where('action_id', '=', actionId).execute()
    await append(tx, { ...entry({}), actionId, rows: await asWritten(tx, ['actions', actionId]) })
  })
