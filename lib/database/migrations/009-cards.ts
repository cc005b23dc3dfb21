import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Which buyers a card was seen under. */
export const cards: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('cards')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('card', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cards_key', ['merchant', 'card', 'buyer_id'])
      .execute()
  },
}
