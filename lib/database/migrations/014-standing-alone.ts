import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** The way to the journal's entries by kind leaves out those of commands, which are found by their action: every command is spared two writes. */
export const standingAlone: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.dropIndex('journal_by_kind').execute()
    await sql`create index journal_standing_alone on journal (kind, seq) where kind not in ('intent', 'outcome', 'late-outcome')`.execute(
      database,
    )
  },
}
