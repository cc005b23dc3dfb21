import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Names that people give to lists as they filtered them. `filter` is JSON. */
export const views: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('views')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('list', 'text', (column) => column.notNull())
      .addColumn('filter', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('is_shared', 'integer', (column) => column.notNull())
      .addColumn('is_pinned', 'integer', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('views_of_merchant').on('views').columns(['merchant', 'is_shared', 'account_id']).execute()
  },
}
