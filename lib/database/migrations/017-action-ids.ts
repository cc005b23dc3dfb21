import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Every id under which something was done, whatever it was: the primary key is what two requests with one id wait for. */
export const actionIds: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('action_ids')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('first', 'text')
      .addColumn('claimed_at', 'text', (column) => column.notNull())
      .execute()
  },
}
