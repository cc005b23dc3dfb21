import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** What one shift leaves to the next. `items` is JSON of ids and words, without anything personal of a buyer. */
export const handovers: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('handovers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('items', 'text', (column) => column.notNull())
      .addColumn('items_hash', 'text', (column) => column.notNull())
      .addColumn('remark', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('taken_account', 'text')
      .addColumn('taken_by', 'text')
      .addColumn('taken_at', 'text')
      .execute()
    await database.schema.createIndex('handovers_newest').on('handovers').columns(['merchant', 'made_at', 'id']).execute()
  },
}
