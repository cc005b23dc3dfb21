import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Tokens of machines, their calls, and what they propose: a request for approval that a person presses. */
export const agents: Migration = {
  async up(database: Kysely<unknown>) {
    await tokens(database)
    await calls(database)
    await database.schema
      .createTable('proposal_looks')
      .addColumn('approval_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('effect_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('proposal_looks_key', ['approval_id', 'account_id'])
      .execute()
    for (const name of ['proposed_by', 'token_id', 'source', 'proposal_key'])
      await database.schema.alterTable('approvals').addColumn(name, 'text').execute()
    await database.schema.alterTable('approvals').addColumn('looked_ms', 'integer').execute()
    const keys = database.schema.createIndex('approvals_proposal_key').on('approvals').columns(['token_id', 'proposal_key'])
    await keys.unique().execute()
    await database.schema.alterTable('actions').addColumn('proposed_by', 'text').execute()
  },
}

async function tokens({ schema }: Kysely<unknown>): Promise<void> {
  let table = schema.createTable('agent_tokens').addColumn('id', 'text', (column) => column.primaryKey())
  const texts = ['name', 'digest', 'tail', 'account_id', 'merchants', 'scopes', 'expires_at', 'made_by', 'made_at']
  for (const name of texts) table = table.addColumn(name, 'text', (column) => column.notNull())
  for (const name of ['reads_a_minute', 'proposals_an_hour', 'waiting_most'])
    table = table.addColumn(name, 'integer', (column) => column.notNull())
  for (const name of ['revoked_at', 'revoked_by', 'last_used_at']) table = table.addColumn(name, 'text')
  await table.execute()
  await schema.createIndex('agent_tokens_digest').on('agent_tokens').columns(['digest']).execute()
}

async function calls({ schema }: Kysely<unknown>): Promise<void> {
  let table = schema.createTable('agent_calls').addColumn('id', 'text', (column) => column.primaryKey())
  for (const name of ['at', 'token_id', 'tool', 'merchant', 'digest', 'outcome'])
    table = table.addColumn(name, 'text', (column) => column.notNull())
  for (const name of ['buyer_id', 'ticket', 'entry']) table = table.addColumn(name, 'text')
  await table.addColumn('ms', 'integer', (column) => column.notNull()).execute()
  await schema.createIndex('agent_calls_newest').on('agent_calls').columns(['token_id', 'at']).execute()
  await schema.createIndex('agent_calls_of_time').on('agent_calls').columns(['at']).execute()
  await schema.createIndex('agent_calls_of_entry').on('agent_calls').columns(['entry', 'at']).execute()
}
