import 'server-only'
import type { Kysely, Migration } from 'kysely'

/**
 * When an event's bytes were last read again by an admin: from then on it proves nothing. And why a gap was opened: because of silence, or
 * because the event of an action of ours was expected and didn't come.
 */
export const eventsAgain: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('events').addColumn('replayed_at', 'text').execute()
    await database.schema
      .alterTable('event_gaps')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('quiet'))
      .execute()
    await database.schema.createIndex('events_of_action').on('events').columns(['merchant', 'action', 'received_at']).execute()
  },
}
