import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** People whom the company's directory has told us of, beside their accounts. */
export const scimPeople: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('scim_people')
      .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('user_name_key', 'text', (column) => column.unique())
      .addColumn('external_id', 'text', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull())
      .addColumn('may_enter', 'integer', (column) => column.notNull())
      .addColumn('given', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'text', (column) => column.notNull())
      .addColumn('removed_at', 'text')
      .execute()
    await database.schema.createIndex('scim_people_in_order').on('scim_people').columns(['made_at', 'account_id']).execute()
  },
}
