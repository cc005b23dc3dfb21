import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Whose name is on a row of a list or on an unconfirmed action, and until when. */
export const owners: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('owners')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('thing', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('since', 'text', (column) => column.notNull())
      .addColumn('until', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('owners_key', ['merchant', 'kind', 'thing'])
      .execute()
    await database.schema.createIndex('owners_until').on('owners').columns(['until']).execute()
  },
}
