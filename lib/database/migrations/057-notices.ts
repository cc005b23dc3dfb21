import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** What people may miss, which of it they want to see, and the addresses that are told of it, too. */
export const notices: Migration = {
  async up(database: Kysely<unknown>) {
    await people(database)
    await hooks(database)
    await deliveries(database)
  },
}

async function people({ schema }: Kysely<unknown>): Promise<void> {
  let table = schema.createTable('notices').addColumn('id', 'text', (column) => column.primaryKey())
  for (const name of ['account_id', 'kind', 'merchant', 'notice_key', 'href', 'words', 'at'])
    table = table.addColumn(name, 'text', (column) => column.notNull())
  await table.addColumn('until', 'text').addColumn('seen_at', 'text').execute()
  await schema.createIndex('notices_once').unique().on('notices').columns(['account_id', 'notice_key']).execute()
  await schema.createIndex('notices_newest').on('notices').columns(['account_id', 'at']).execute()
  await schema.createIndex('notices_of').on('notices').columns(['notice_key']).execute()
  await schema
    .createTable('notice_prefs')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('desk', 'integer', (column) => column.notNull())
    .addColumn('browser', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_prefs_key', ['account_id', 'kind'])
    .execute()
}

async function hooks({ schema }: Kysely<unknown>): Promise<void> {
  let table = schema.createTable('hooks').addColumn('id', 'text', (column) => column.primaryKey())
  for (const name of ['name', 'url', 'format', 'kinds', 'sealed', 'account_id', 'person', 'changed_at'])
    table = table.addColumn(name, 'text', (column) => column.notNull())
  await table
    .addColumn('merchants', 'text')
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('off_why', 'text')
    .addColumn('removed_at', 'text')
    .execute()
  await schema
    .createTable('hook_progress')
    .addColumn('hook_id', 'text', (column) => column.primaryKey())
    .addColumn('last_seq', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failed_since', 'text')
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('held_until', 'text', (column) => column.notNull())
    .addColumn('last_at', 'text')
    .addColumn('last_status', 'text')
    .execute()
}

async function deliveries({ schema }: Kysely<unknown>): Promise<void> {
  let table = schema.createTable('hook_deliveries').addColumn('id', 'text', (column) => column.primaryKey())
  for (const name of ['hook_id', 'notice_key', 'kind', 'merchant', 'href', 'words', 'at', 'state'])
    table = table.addColumn(name, 'text', (column) => column.notNull())
  for (const name of ['seq', 'tries']) table = table.addColumn(name, 'integer', (column) => column.notNull())
  await table.addColumn('status', 'text').addColumn('ended_at', 'text').execute()
  await schema.createIndex('hook_deliveries_once').unique().on('hook_deliveries').columns(['hook_id', 'notice_key']).execute()
  await schema.createIndex('hook_deliveries_next').on('hook_deliveries').columns(['hook_id', 'state', 'seq']).execute()
  await schema.createIndex('hook_deliveries_old').on('hook_deliveries').columns(['at']).execute()
}
