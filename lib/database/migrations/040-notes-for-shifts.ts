import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** 1 for a note that is meant for the next shift; null or 0 for any other. */
export const notesForShifts: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('notes').addColumn('for_shift', 'integer').execute()
  },
}
