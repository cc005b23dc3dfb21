import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** People's passkeys, what one of them was asked to sign, whether one is asked for at sign-in, and what two admins lift. */
export const passkeys: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('backed_up', 'integer', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('entry', 'integer')
      .addColumn('added_at', 'text', (column) => column.notNull())
      .addColumn('last_used_at', 'text')
      .addColumn('removed_at', 'text')
      .execute()
    await database.schema.createIndex('passkeys_of').on('passkeys').columns(['account_id']).execute()
    let challenges = database.schema.createTable('challenges').addColumn('id', 'text', (column) => column.primaryKey())
    for (const name of ['account_id', 'purpose', 'statement', 'sealed', 'expires_at'])
      challenges = challenges.addColumn(name, 'text', (column) => column.notNull())
    for (const name of ['action_id', 'used_at']) challenges = challenges.addColumn(name, 'text')
    await challenges.execute()
    let lifts = database.schema.createTable('passkey_lifts').addColumn('id', 'text', (column) => column.primaryKey())
    for (const name of ['account_id', 'state', 'asked_account', 'asked_by', 'asked_at', 'expires_at'])
      lifts = lifts.addColumn(name, 'text', (column) => column.notNull())
    for (const name of ['decided_by', 'decided_at']) lifts = lifts.addColumn(name, 'text')
    await lifts.execute()
    await database.schema.createIndex('passkey_lifts_of').on('passkey_lifts').columns(['account_id', 'state']).execute()
    await database.schema.alterTable('accounts').addColumn('passkey_at_sign_in', 'text').execute()
    await database.schema.createIndex('challenges_over').on('challenges').columns(['expires_at']).execute()
  },
}
