import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** What was promised to a buyer for a day, with the note that says so. */
export const promises: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('promises')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('note_id', 'text', (column) => column.notNull().unique())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('due_on', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('done_at', 'text')
      .addColumn('done_by', 'text')
      .execute()
    await database.schema
      .createIndex('promises_due')
      .on('promises')
      .columns(['merchant', 'due_on'])
      .where(sql.ref('done_at'), 'is', null)
      .execute()
    await database.schema.createIndex('promises_of_buyer').on('promises').columns(['merchant', 'buyer_id']).execute()
  },
}
