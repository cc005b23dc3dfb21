import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** Before a command is sent, the newest action on its target is looked up, whoever's buyer it was for. The old index knew those without a buyer only. */
export const actionsOnTargets: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.createIndex('actions_on_targets').on('actions').columns(['merchant', 'target']).execute()
    await sql`drop index actions_without_buyer`.execute(database)
  },
}
