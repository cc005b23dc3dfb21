import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** How far the journal has been sent to each place it goes to as well, and which copy sends. */
export const journalStreams: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('journal_streams')
      .addColumn('target', 'text', (column) => column.primaryKey())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('held_until', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('failed_since', 'text')
      .addColumn('why', 'text')
      .execute()
  },
}
