import 'server-only'
import type { Kysely, Migration } from 'kysely'

export const knowledge: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('recent_buyers')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('ticket', 'text')
      .addColumn('opened_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('recent_buyers_key', ['account_id', 'merchant', 'buyer_id'])
      .execute()
    await database.schema
      .createTable('facts')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('entity', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('observed_at', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('operation', 'text')
      .addColumn('person', 'text')
      .addPrimaryKeyConstraint('facts_key', ['merchant', 'buyer_id', 'entity', 'field'])
      .execute()
    await database.schema
      .createTable('known_versions')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_versions_key', ['merchant', 'buyer_id'])
      .execute()
  },
}
