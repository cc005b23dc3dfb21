import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Prices frozen for colleagues. The id is the secret of the link. */
export const quotes: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('quotes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('valid_until', 'text', (column) => column.notNull())
      .addColumn('shared_at', 'text')
      .addColumn('used_at', 'text')
      .addColumn('used_by', 'text')
      .addColumn('used_action_id', 'text')
      .execute()
  },
}
