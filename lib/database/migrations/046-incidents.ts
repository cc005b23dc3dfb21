import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** One command for many targets: its plan, its rows, who works on it, and how fast an account's commands may follow each other. */
export const incidents: Migration = {
  async up(database: Kysely<unknown>) {
    const needed = [
      'merchant',
      'state',
      'command',
      'reason',
      'unknown_as',
      'planned_account',
      'planned_by',
      'made_at',
      'changed_at',
    ]
    const whole = ['version', 'rate', 'read_each', 'rows', 'generation', 'trips']
    const texts = [
      ...['ticket', 'rows_hash', 'plan_hash', 'preview', 'inverse_of', 'asked_at', 'asked_account', 'asked_by', 'decided_as'],
      ...['decided_at', 'decided_account', 'decided_by', 'decision_note', 'started_at', 'run_account', 'run_by', 'resumed_at'],
      ...['pilot', 'pilot_over_at', 'looked_at', 'looked_by', 'paused_as', 'paused_at', 'paused_by', 'paused_why', 'paused_from'],
      ...['ended_at', 'closed_at'],
    ]
    let table = database.schema.createTable('incidents').addColumn('id', 'text', (column) => column.primaryKey())
    for (const name of needed) table = table.addColumn(name, 'text', (column) => column.notNull())
    for (const name of whole) table = table.addColumn(name, 'integer', (column) => column.notNull())
    for (const name of texts) table = table.addColumn(name, 'text')
    await table.addColumn('rate_approved', 'integer').execute()
    await database.schema.createIndex('incidents_newest').on('incidents').columns(['merchant', 'made_at', 'id']).execute()
    await database.schema.createIndex('incidents_of_state').on('incidents').columns(['state']).execute()
    await rows(database)
    await database.schema
      .createTable('incident_work')
      .addColumn('incident', 'text', (column) => column.primaryKey())
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('until', 'text', (column) => column.notNull())
      .addColumn('previewing', 'integer', (column) => column.notNull())
      .addColumn('done', 'integer', (column) => column.notNull())
      .execute()
    await database.schema
      .createTable('incident_paces')
      .addColumn('merchant', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute()
    await database.schema.alterTable('actions').addColumn('incident', 'text').execute()
  },
}

async function rows(database: Kysely<unknown>): Promise<void> {
  let table = database.schema
    .createTable('incident_rows')
    .addColumn('incident', 'text', (column) => column.notNull())
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
  const texts = ['given_buyer', 'buyer_id', 'note', 'why', 'words', 'before', 'predicted', 'planned', 'sorted_by']
  const later = ['action_id', 'claimed_at', 'due_at', 'at', 'batch']
  for (const name of [...texts, ...later]) table = table.addColumn(name, 'text')
  await table.addPrimaryKeyConstraint('incident_rows_key', ['incident', 'n']).execute()
  const index = (name: string, columns: string[]) =>
    database.schema.createIndex(`incident_rows_${name}`).on('incident_rows').columns(columns).execute()
  await index('of_state', ['incident', 'state', 'n'])
  await index('of_time', ['incident', 'at'])
  await index('on_the_wire', ['claimed_at'])
  await index('claimed', ['incident', 'claimed_at'])
  await index('of_target', ['target'])
  await index('doubled', ['incident', 'target', 'n'])
  await index('of_batch', ['batch', 'n'])
}
