import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** The desk's own words for a reason, by command: a JSON array of texts. A command without a row has the defaults. */
export const reasonPresetsMigration: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('reason_presets')
      .addColumn('operation', 'text', (column) => column.primaryKey())
      .addColumn('presets', 'text', (column) => column.notNull())
      .execute()
  },
}
