import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Which buyers each person has looked at in which minute, so that all copies count together, and a short way to the alerts of the journal. */
export const limits: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('buyers_opened')
      .addColumn('minute', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('buyers_opened_key', ['minute', 'account_id', 'buyer_id'])
      .execute()
    await database.schema.createIndex('journal_by_kind').on('journal').columns(['kind', 'seq']).execute()
  },
}
