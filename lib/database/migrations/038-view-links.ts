import 'server-only'
import { randomBytes } from 'node:crypto'
import { type Kysely, type Migration, sql } from 'kysely'

/** A code for each view, by which it's shared; and pins apart from views: each person's own, and those for a role or for everybody. */
export const viewLinks: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('views').addColumn('code', 'text').execute()
    const { rows } = await sql<{ id: string }>`select id from views`.execute(database)
    for (const { id } of rows)
      await sql`update views set code = ${randomBytes(16).toString('base64url')} where id = ${id}`.execute(database)
    await database.schema.createIndex('views_code').on('views').column('code').unique().execute()
    await database.schema
      .createTable('view_pins')
      .addColumn('view_id', 'text', (column) => column.notNull())
      .addColumn('who', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('view_pins_key', ['view_id', 'who'])
      .execute()
    await sql`insert into view_pins (view_id, who)
      select id, case when is_shared = 1 then 'everybody' else account_id end from views where is_pinned = 1`.execute(database)
  },
}
