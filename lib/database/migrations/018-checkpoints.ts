import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Which checkpoint of the journal is known to be on the disk, by the file it is in: so that a file which is gone or cut is missed. */
export const checkpoints: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('journal_checkpoints')
      .addColumn('file', 'text', (column) => column.primaryKey())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .execute()
  },
}
