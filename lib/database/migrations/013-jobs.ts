import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Background work on the embedded database, and how far background work is on either. On PostgreSQL pg-boss keeps the work itself. */
export const jobs: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('jobs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('given', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('slot', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('run_at', 'text', (column) => column.notNull())
      .addColumn('held_until', 'text')
      .addColumn('why', 'text')
      .addColumn('ended_at', 'text')
      .addUniqueConstraint('jobs_once_in_a_slot', ['name', 'slot'])
      .execute()
    await database.schema.createIndex('jobs_that_wait').on('jobs').columns(['name', 'state', 'run_at']).execute()
    await database.schema
      .createTable('job_progress')
      .addColumn('job_id', 'text', (column) => column.primaryKey())
      .addColumn('done', 'integer', (column) => column.notNull())
      .addColumn('of', 'integer')
      .addColumn('at', 'text', (column) => column.notNull())
      .execute()
  },
}
