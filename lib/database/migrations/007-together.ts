import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Notes on buyers, and who has which buyer open. */
export const together: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('notes')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('ticket', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('notes_by_buyer').on('notes').columns(['merchant', 'buyer_id', 'created_at']).execute()
    await database.schema
      .createTable('note_versions')
      .addColumn('note_id', 'text', (column) => column.notNull().references('notes.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('written_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('note_versions_key', ['note_id', 'version'])
      .execute()
    await database.schema
      .createTable('note_mentions')
      .addColumn('note_id', 'text', (column) => column.notNull().references('notes.id'))
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('mentioned_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text')
      .addPrimaryKeyConstraint('note_mentions_key', ['note_id', 'account_id'])
      .execute()
    await database.schema.createIndex('note_mentions_by_account').on('note_mentions').columns(['account_id', 'seen_at']).execute()
    await database.schema
      .createTable('presence')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('tab', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('verb', 'text')
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('presence_key', ['merchant', 'buyer_id', 'tab'])
      .execute()
    await database.schema.createIndex('presence_by_time').on('presence').columns(['seen_at']).execute()
  },
}
