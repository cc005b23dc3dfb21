import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** Leads to the guided tickets that somebody has and has not ended: they are looked up for every page. */
export const openGuides: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createIndex('guides_open')
      .on('guides')
      .columns(['account_id'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
  },
}
