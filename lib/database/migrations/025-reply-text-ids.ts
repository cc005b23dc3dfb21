import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** Every version of a reply's text bears an id, by which the journal's entry about it is found. */
export const replyTextIds: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .alterTable('reply_texts')
      .addColumn('id', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`update reply_texts set id = merchant || '/' || key || '/' || language || '/' || version`.execute(database)
    await database.schema.createIndex('reply_texts_id').on('reply_texts').column('id').unique().execute()
  },
}
