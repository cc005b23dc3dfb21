import 'server-only'
import type { Kysely, Migration } from 'kysely'

/**
 * What a quote was chosen from, the number that the customer reads, the buyer's address where a person typed it, what the service said
 * when it was asked again, the order that took it up, and when somebody withdrew it.
 */
export const quotesCompared: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['compared', 'reference', 'address', 'checked_at', 'checked', 'taken_order', 'withdrawn_at'])
      await database.schema.alterTable('quotes').addColumn(column, 'text').execute()
    await database.schema.createIndex('quotes_newest').on('quotes').columns(['merchant', 'made_at', 'id']).execute()
  },
}
