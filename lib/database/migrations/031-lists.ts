import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What lists across buyers need: each subscription as it was seen last, in one row, and indexes that hold every column a list is filtered
 * and ordered by, so that a list among a million buyers reads its own rows alone.
 */
export const lists: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('directory_subscriptions')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('subscription_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('autocharge', 'integer')
      .addColumn('ends_at', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('product', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('status_at', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('status_why', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('directory_subscriptions_key', ['merchant', 'buyer_id', 'subscription_id'])
      .execute()
    await fromFacts(database)
    await database.schema
      .createIndex('directory_subscriptions_seen')
      .on('directory_subscriptions')
      .columns(['merchant', 'seen_at'])
      .execute()
    for (const [name, { table, columns, condition }] of Object.entries(indexes))
      await sql`create index ${sql.raw(name)} on ${sql.raw(table)} (${sql.raw(columns)}) where ${sql.raw(condition)}`.execute(
        database,
      )
  },
}

const ofCharges = "merchant, day, (coalesce(made_at, '')), charge_id, provider, currency, code, product, amount_given"

/** Conditions are written exactly as in `lib/lists/server`: a database uses such an index only for the very condition. */
const indexes = {
  directory_charges_seen: { table: 'directory_charges', columns: 'merchant, seen_on', condition: "told_by = 'read'" },
  directory_charges_read: { table: 'directory_charges', columns: 'merchant, buyer_id', condition: "told_by = 'read'" },
  list_renewals_failed: {
    table: 'directory_charges',
    columns: ofCharges,
    condition: "told_by = 'read' and kind = 'renewal' and order_state = 'lost' and is_last = 1",
  },
  list_double_payments: { table: 'directory_charges', columns: ofCharges, condition: "told_by = 'read' and receipt > 1" },
  list_vouchers: {
    table: 'directory_charges',
    columns: ofCharges,
    condition: "told_by = 'read' and status = 'deferred' and order_state = 'open'",
  },
  list_blocked: {
    table: 'directory_subscriptions',
    columns: 'merchant, status_at, subscription_id, buyer_id, status, product',
    condition: "status = 'blocked' or status = 'suspended'",
  },
  list_ending: {
    table: 'directory_subscriptions',
    columns: 'merchant, ends_at, subscription_id, buyer_id, product',
    condition: "status = 'active' and autocharge = 0",
  },
  list_moved_dates: {
    table: 'actions',
    columns: 'merchant, operation, created_at, action_id, person, account_id',
    condition: "state = 'done' or settled_as = 'happened'",
  },
}

/** What is known already. Times stay as they were given until the subscription is seen again. */
async function fromFacts(database: Kysely<unknown>): Promise<void> {
  const text = (field: string) =>
    sql`coalesce(max(case when field = ${sql.lit(field)} and value <> 'null' then trim(value, '"') end), '')`
  await sql`insert into directory_subscriptions (merchant, buyer_id, subscription_id, status, autocharge, ends_at, seen_at)
    select merchant, buyer_id, substr(entity, 14), ${text('status')},
      max(case when field = 'autoChargeStatus' then case value when 'true' then 1 when 'false' then 0 end end),
      ${text('endDate')}, max(observed_at)
    from facts where entity >= 'subscription:' and entity < 'subscription;'
    group by merchant, buyer_id, entity`.execute(database)
}
