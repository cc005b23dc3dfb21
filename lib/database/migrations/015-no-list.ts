import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** A list in the condition of an index is a table that SQLite builds and drops at every entry of the journal; three comparisons are not. */
export const noList: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.dropIndex('journal_standing_alone').execute()
    await sql`create index journal_standing_alone on journal (kind, seq)
      where kind <> 'intent' and kind <> 'outcome' and kind <> 'late-outcome'`.execute(database)
  },
}
