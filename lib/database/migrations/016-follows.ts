import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/**
 * An action that undoes another or sends it again names it, and the database lets one at a time do so. What was refused, never left, or
 * was settled as not applied makes room, and no later answer brings it back in: an outcome can always be written. What older versions
 * wrote names nothing here, for of them there may be several.
 */
export const follows: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('actions').addColumn('follows', 'text').execute()
    await sql`create unique index actions_one_follower on actions (follows)
      where follows is not null and state <> 'refused' and state <> 'not-sent'
        and (settled_as is null or settled_as <> 'did-not-happen')`.execute(database)
    // Those of a buyer are found through the buyer.
    await sql`create index actions_without_buyer on actions (merchant, target) where buyer_id is null`.execute(database)
  },
}
