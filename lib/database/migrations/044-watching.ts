import 'server-only'
import type { Kysely, Migration } from 'kysely'

/**
 * The rules that raise alerts, as people changed or added them, and the alerts they raised; the provider that an event of a charge names;
 * the copies that run, and background work that fails.
 */
export const watching: Migration = {
  async up(database: Kysely<unknown>) {
    await alertRules(database)
    await alerts(database)
    await database.schema.alterTable('events').addColumn('provider', 'text').execute()
    await database.schema
      .createTable('copies')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('job_failures')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('given', 'text', (column) => column.notNull())
      .addColumn('times', 'integer', (column) => column.notNull())
      .addColumn('why', 'text', (column) => column.notNull())
      .addColumn('first_at', 'text', (column) => column.notNull())
      .addColumn('last_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('job_failures_key', ['name', 'given'])
      .execute()
  },
}

async function alertRules({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('alert_rules')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('op', 'text', (column) => column.notNull())
    .addColumn('threshold', 'integer', (column) => column.notNull())
    .addColumn('window_minutes', 'integer')
    .addColumn('least', 'integer')
    .addColumn('quiet_minutes', 'integer', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text')
    .execute()
  await schema.createIndex('alert_rules_of').on('alert_rules').columns(['merchant', 'changed_at']).execute()
}

async function alerts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('merchant', 'text', (column) => column.notNull())
    .addColumn('rule_id', 'text', (column) => column.notNull())
    .addColumn('rule_version', 'integer', (column) => column.notNull())
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('words', 'text', (column) => column.notNull())
    .addColumn('href', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('newest', 'text', (column) => column.notNull())
    .addColumn('roles', 'text', (column) => column.notNull())
    .addColumn('raised_at', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'text')
    .addColumn('closed_account', 'text')
    .addColumn('closed_by', 'text')
    .execute()
  await schema.createIndex('alerts_of_rule').on('alerts').columns(['rule_id', 'about', 'raised_at']).execute()
  await schema.createIndex('alerts_open').on('alerts').columns(['merchant', 'closed_at', 'raised_at']).execute()
}
