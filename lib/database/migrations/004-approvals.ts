import 'server-only'
import type { Kysely, Migration } from 'kysely'

export const approvals: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('approvals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('ticket', 'text')
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('effect_hash', 'text', (column) => column.notNull())
      .addColumn('action_id', 'text', (column) => column.notNull().unique())
      .addColumn('asked_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('decided_at', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decision_note', 'text')
      .execute()
    await database.schema
      .createTable('approval_rules')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('condition', 'text', (column) => column.notNull())
      .addColumn('threshold', 'integer')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('drafts')
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('action_id', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('drafts_key', ['account_id', 'key'])
      .execute()
  },
}
