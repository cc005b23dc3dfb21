import 'server-only'
import type { Kysely, Migration } from 'kysely'

/**
 * By what a quote's entries in the journal are found: the id itself opens the quote, so it stands in no entry. Null for one that no version
 * with entries has written.
 */
export const quoteEntries: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable('quotes').addColumn('entry_id', 'text').execute()
    await database.schema.createIndex('quotes_entry').on('quotes').column('entry_id').unique().execute()
  },
}
