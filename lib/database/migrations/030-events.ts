import 'server-only'
import type { Kysely, Migration } from 'kysely'

const byDay = [
  ...['merchant', 'day', 'status', 'provider', 'currency', 'amount_given', 'order_state', 'is_last', 'receipt', 'tax'],
  ...['buyer_id', 'seen_on', 'told_by'],
]

/**
 * What the service posts to us: the addresses it may post to, and each event as it came, sealed, with what it is worth; how many came in each hour, when none
 * came for longer than usual, and which buyers are to be read again because of them.
 */
export const events: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable('event_addresses')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull().unique())
      .addColumn('tail', 'text', (column) => column.notNull())
      .addColumn('made_by', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('revoked_at', 'text')
      .addColumn('last_used_at', 'text')
      .execute()
    await database.schema
      .createTable('events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('address_id', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .addColumn('last_received_at', 'text', (column) => column.notNull())
      .addColumn('copies', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('type', 'text')
      .addColumn('action', 'text')
      .addColumn('entity', 'text')
      .addColumn('buyer_id', 'text')
      .addColumn('said_at', 'text')
      .addColumn('why', 'text')
      .addColumn('proved', 'text')
      .addColumn('sealed', 'text', (column) => column.notNull())
      .execute()
    await database.schema
      .alterTable('directory_charges')
      .addColumn('told_by', 'text', (column) => column.notNull().defaultTo('read'))
      .execute()
    // As before, and with the column that keeps what an event told out of the sums.
    await database.schema.dropIndex('directory_charges_by_day').execute()
    await database.schema.createIndex('directory_charges_by_day').on('directory_charges').columns(byDay).execute()
    await database.schema
      .createTable('event_hours')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('hour', 'text', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_hours_key', ['merchant', 'hour', 'what'])
      .execute()
    await database.schema
      .createTable('event_gaps')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('from_at', 'text', (column) => column.notNull())
      .addColumn('to_at', 'text')
      .execute()
    await database.schema
      .createTable('event_reads')
      .addColumn('merchant', 'text', (column) => column.notNull())
      .addColumn('buyer_id', 'text', (column) => column.notNull())
      .addColumn('why', 'text', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('wanted_at', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_reads_key', ['merchant', 'buyer_id', 'why'])
      .execute()
    await database.schema.createIndex('event_reads_due').on('event_reads').columns(['due_at']).execute()
    await database.schema.createIndex('events_once').on('events').columns(['merchant', 'key', 'digest']).unique().execute()
    await database.schema.createIndex('events_of_thing').on('events').columns(['merchant', 'entity']).execute()
    await database.schema.createIndex('events_by_state').on('events').columns(['state', 'received_at']).execute()
    await database.schema.createIndex('events_newest').on('events').columns(['merchant', 'received_at']).execute()
    await database.schema.createIndex('events_by_age').on('events').columns(['last_received_at']).execute()
    await database.schema.createIndex('events_of_buyer').on('events').columns(['merchant', 'buyer_id']).execute()
  },
}
