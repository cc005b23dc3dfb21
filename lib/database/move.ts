import 'server-only'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './open'
import { isServed } from './open'
import type { Tables } from './schema'

/** Every table with the columns that order its rows. What another refers to comes before it. */
const tables: { [Name in keyof Tables]: readonly (keyof Tables[Name] & string)[] } = {
  accounts: ['id'],
  sessions: ['id'],
  scim_people: ['account_id'],
  throttles: ['key'],
  panel_passes: ['digest'],
  passkeys: ['id'],
  challenges: ['id'],
  passkey_lifts: ['id'],
  recent_buyers: ['account_id', 'merchant', 'buyer_id'],
  facts: ['merchant', 'buyer_id', 'entity', 'field'],
  known_versions: ['merchant', 'buyer_id'],
  actions: ['action_id'],
  targets: ['merchant', 'target'],
  action_ids: ['id'],
  journal: ['seq'],
  journal_head: ['id'],
  journal_checkpoints: ['file'],
  journal_streams: ['target'],
  approvals: ['id'],
  approval_rules: ['id'],
  reason_presets: ['operation'],
  event_addresses: ['id'],
  events: ['id'],
  event_hours: ['merchant', 'hour', 'what'],
  event_gaps: ['id'],
  event_reads: ['merchant', 'buyer_id', 'why'],
  reply_texts: ['merchant', 'key', 'language', 'version'],
  drafts: ['account_id', 'key'],
  notes: ['id'],
  note_versions: ['note_id', 'version'],
  note_mentions: ['note_id', 'account_id'],
  promises: ['id'],
  presence: ['merchant', 'buyer_id', 'tab'],
  quotes: ['id'],
  directory_keys: ['id'],
  directory_charges: ['merchant', 'charge_id'],
  directory_subscriptions: ['merchant', 'buyer_id', 'subscription_id'],
  views: ['id'],
  view_pins: ['view_id', 'who'],
  handovers: ['id'],
  owners: ['merchant', 'kind', 'thing'],
  closed_rows: ['id'],
  counted_rows: ['id'],
  alert_rules: ['id'],
  alerts: ['id'],
  notices: ['id'],
  notice_prefs: ['account_id', 'kind'],
  hooks: ['id'],
  hook_progress: ['hook_id'],
  hook_deliveries: ['id'],
  copies: ['name'],
  job_failures: ['name', 'given'],
  directory_counts: ['merchant'],
  directory_pending: ['id'],
  imports: ['id'],
  import_chunks: ['import_id', 'number'],
  import_rejects: ['import_id', 'line'],
  desk_settings: ['name'],
  refunds: ['id'],
  refund_steps: ['id'],
  refund_batches: ['id'],
  guides: ['id'],
  guide_steps: ['id'],
  cards: ['merchant', 'card', 'buyer_id'],
  buyers_opened: ['minute', 'account_id', 'buyer_id'],
  incidents: ['id'],
  incident_rows: ['incident', 'n'],
  incident_work: ['incident'],
  incident_paces: ['merchant'],
  agent_tokens: ['id'],
  agent_calls: ['id'],
  proposal_looks: ['approval_id', 'account_id'],
  jobs: ['id'],
  job_progress: ['job_id'],
}

// Both engines limit how many values one statement may bring.
const piece = 500

// Tables are read by their names here, so their rows have no exact type.
type Rows = Record<string, Record<string, unknown>>
const byName = (store: Database | Transaction<Tables>) => store as unknown as Kysely<Rows>

/**
 * Copies everything from one database into another that is empty, as of one moment and all or nothing. `check` is asked of both and must
 * say the same. Returns how many rows there are of each table. Rejects where the target holds anything.
 */
export async function moveDatabase(
  from: Database,
  to: Database,
  check: (store: Database) => Promise<unknown>,
): Promise<Record<string, number>> {
  const reading = from.transaction().setAccessMode('read only').setIsolationLevel('repeatable read')
  return reading.execute((source) =>
    to.transaction().execute(async (target) => {
      await requireEmpty(target)
      const moved: Record<string, number> = {}
      for (const [table, order] of Object.entries(tables))
        moved[table] = await copyTable(table, order, byName(source), byName(target))
      if (isServed(target))
        await sql`select setval(pg_get_serial_sequence('directory_keys', 'id'), max(id)) from directory_keys`.execute(target)
      const before = await check(source)
      const after = await check(target)
      if (JSON.stringify(before) !== JSON.stringify(after))
        throw new Error('The copy doesn’t match the source. Nothing was moved.')
      return moved
    }),
  )
}

/** What the migrations put into a new database is no content, and makes room for what comes. */
async function requireEmpty(target: Transaction<Tables>): Promise<void> {
  await target.deleteFrom('journal_head').where('seq', '=', 0).execute()
  for (const table of Object.keys(tables)) {
    if (await byName(target).selectFrom(table).selectAll().limit(1).executeTakeFirst())
      throw new Error(`The target isn’t empty: table ${table} has rows. Nothing was moved.`)
  }
}

async function copyTable(table: string, order: readonly string[], source: Kysely<Rows>, target: Kysely<Rows>): Promise<number> {
  const inOrder = order.reduce((query, column) => query.orderBy(column), source.selectFrom(table).selectAll().limit(piece))
  const columns = sql.join(order.map((column) => sql.ref(column)))
  let copied = 0
  for (let query = inOrder; ; ) {
    const rows = await query.execute()
    const last = rows.at(-1)
    if (last === undefined) return copied
    await target.insertInto(table).values(rows).execute()
    copied += rows.length
    query = inOrder.where(sql<boolean>`(${columns}) > (${sql.join(order.map((column) => last[column]))})`)
  }
}
