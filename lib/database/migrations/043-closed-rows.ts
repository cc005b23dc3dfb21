import 'server-only'
import type { Kysely, Migration } from 'kysely'

/**
 * Rows of lists that somebody has closed; which rows a number of the morning counted, by a digest of their keys; why money leaves although an
 * event says that it may have gone back; and in which order a person wants what is pinned, where without a place it follows those that have one.
 */
export const closedRows: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('closed_rows')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('thing', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('closed_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema
      .createIndex('closed_rows_of_list')
      .on('closed_rows')
      .columns(['merchant', 'list', 'thing'])
      .unique()
      .execute()
    await database.schema
      .createTable('counted_rows')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('keys', 'text', (column) => column.notNull())
      .addColumn('kept_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('counted_rows_kept').on('counted_rows').columns(['kept_at']).execute()
    await database.schema.alterTable('refund_steps').addColumn('despite', 'text').execute()
    await database.schema.alterTable('view_pins').addColumn('position', 'integer').execute()
  },
}
