import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'
import { directory } from './directory-migration'
import { quotes } from './migration-008-quotes'
import { cards } from './migration-009-cards'
import { refunds } from './migration-010-refunds'
import { people } from './migration-011-people'
import { limits } from './migration-012-limits'
import { jobs } from './migration-013-jobs'
import { standingAlone } from './migration-014-standing-alone'
import { noList } from './migration-015-no-list'
import { reasonPresetsMigration } from './reason-presets-migration'
import type { Tables } from './schema'
import { together } from './together'

// What a migration knows of the schema is what it writes itself.
type Database = Kysely<unknown>

const accounts: Migration = {
  async up(database: Database) {
    await database.schema
      .createTable('accounts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('disabled_at', 'text')
      .execute()
    await database.schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('ended_as', 'text')
      .execute()
    await database.schema
      .createTable('throttles')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('failed_at', 'text', (column) => column.notNull())
      .execute()
  },
}

const knowledge: Migration = {
  async up(database: Database) {
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

const journal: Migration = {
  async up(database: Database) {
    await database.schema
      .createTable('actions')
      .addColumn('action_id', 'text', (column) => column.primaryKey())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('settled_as', 'text')
      .addColumn('operation', 'text', (column) => column.notNull())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text')
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('ticket', 'text')
      .addColumn('process', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('effect', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('undoes', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('answered_at', 'text')
      .addColumn('answer', 'text')
      .execute()
    await database.schema.createIndex('actions_by_state').on('actions').columns(['state', 'created_at']).execute()
    await database.schema.createIndex('actions_by_buyer').on('actions').columns(['merchant', 'buyer_id', 'created_at']).execute()
    await database.schema.createIndex('actions_by_time').on('actions').columns(['created_at']).execute()
    await database.schema
      .createIndex('actions_by_undone')
      .on('actions')
      .column('undoes')
      .where(sql.ref('undoes'), 'is not', null)
      .execute()
    await database.schema
      .createTable('targets')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('target', 'text', (column) => column.notNull())
      .addColumn('action_id', 'text', (column) => column.notNull())
      .addColumn('touched', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('targets_key', ['merchant', 'target'])
      .execute()
    await database.schema
      .createTable('journal')
      .addColumn('seq', 'integer', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('action_id', 'text')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('operation', 'text')
      .addColumn('buyer_id', 'text')
      .addColumn('ticket', 'text')
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('journal_by_action').on('journal').columns(['action_id']).execute()
    await database.schema
      .createTable('journal_head')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('signature', 'text', (column) => column.notNull())
      .execute()
    await database
      .withTables<Pick<Tables, 'journal_head'>>()
      .insertInto('journal_head')
      .values({ id: 1, seq: 0, hash: '0'.repeat(64), signature: '' })
      .execute()
  },
}

const approvals: Migration = {
  async up(database: Database) {
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

/** Every change of the schema, in order. A released one is never edited. */
export const migrations: Record<string, Migration> = {
  '001_accounts': accounts,
  '002_knowledge': knowledge,
  '003_journal': journal,
  '004_approvals': approvals,
  '005_reason_presets': reasonPresetsMigration,
  '007_together': together,
  '008_quotes': quotes,
  '006_directory': directory,
  '010_refunds': refunds,
  '009_cards': cards,
  '011_people': people,
  '012_limits': limits,
  '013_jobs': jobs,
  '014_standing_alone': standingAlone,
  '015_no_list': noList,
}
