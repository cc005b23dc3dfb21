import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Every text that a merchant account ever gave a sentence of its replies, by language; the highest version holds, null is the built-in one. */
export const replyTexts: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('reply_texts')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('text', 'text')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('written_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('reply_texts_key', ['merchant', 'key', 'language', 'version'])
      .execute()
  },
}
