import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** People of the company's sign-in beside local accounts, one-time passwords, and where a session was started. */
export const people: Migration = {
  async up(database: Kysely<unknown>) {
    // A column each: SQLite adds no two at once. All may be empty, so that a copy of the version before goes on beside this one.
    for (const column of ['issuer', 'shown_email', 'password_due_at'])
      await database.schema.alterTable('accounts').addColumn(column, 'text').execute()
    for (const column of ['address', 'browser']) await database.schema.alterTable('sessions').addColumn(column, 'text').execute()
    await database.schema.createIndex('sessions_by_account').on('sessions').columns(['account_id', 'ended_at']).execute()
  },
}
