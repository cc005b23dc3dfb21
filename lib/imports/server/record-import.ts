import 'server-only'
import type { Transaction } from 'kysely'
import { fromOwnJson } from '@/lib/core/json'
import { database } from '@/lib/database/open'
import type { Tables } from '@/lib/database/schema'
import { append } from '@/lib/journal/chain'
import type { Person } from '@/lib/people/server/sessions'
import type { ImportRow } from './store'

type Who = Pick<Person, 'accountId' | 'name'>

/** Why an import is not quite over: a command that was not given the journal's key cannot sign the entry, the dashboard does it later. */
export const notInJournal = 'The journal’s entry is written by the dashboard.'

/** Writes an import that is done into the journal, or one that was stopped after it had brought something. */
export async function recordImport(
  tx: Transaction<Tables>,
  row: ImportRow,
  { stopped, by = { accountId: row.account_id, name: row.person } }: { stopped?: 'called off' | 'failed'; by?: Who } = {},
): Promise<void> {
  await append(tx, {
    kind: 'imported',
    actionId: null,
    accountId: by.accountId,
    person: by.name,
    merchant: row.merchant,
    operation: null,
    buyerId: null,
    ticket: null,
    detail: {
      importId: row.id,
      digest: row.digest,
      rows: row.rows_done,
      counts: fromOwnJson<unknown>(row.counts),
      ...(stopped && { stopped }),
    },
  })
}

/** Writes the entries that commands have left to the dashboard. */
export async function recordForgotten(): Promise<void> {
  const store = await database()
  const forgotten = await store
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', 'done')
    .where('why', '=', notInJournal)
    .execute()
  for (const row of forgotten)
    await store.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('imports')
        .set({ why: null })
        .where('id', '=', row.id)
        .where('why', '=', notInJournal)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 1n) await recordImport(tx, row)
    })
}
