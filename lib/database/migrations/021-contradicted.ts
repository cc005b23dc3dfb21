import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** Who settled an action, when and how, and since when a late answer of the service says otherwise. */
export const contradicted: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['settled_at', 'settled_by', 'settled_account', 'settled_how', 'contradicted_at'])
      await database.schema.alterTable('actions').addColumn(column, 'text').execute()
    await database.schema
      .createIndex('actions_contradicted')
      .on('actions')
      .columns(['contradicted_at'])
      .where(sql.ref('contradicted_at'), 'is not', null)
      .execute()
  },
}
