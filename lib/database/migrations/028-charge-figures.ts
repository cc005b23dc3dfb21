import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

const texts = ['made_at', 'provider', 'code', 'product', 'kind', 'order_state', 'tax']

/**
 * What figures over many buyers need of a charge, and the ways to it by day: a page that counts a month must not read every charge there
 * is. The first index holds all that the counts read. Charges seen before have none of it until they're seen again.
 */
export const chargeFigures: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of texts) await database.schema.alterTable('directory_charges').addColumn(column, 'text').execute()
    for (const column of ['is_last', 'receipt'])
      await database.schema.alterTable('directory_charges').addColumn(column, 'integer').execute()
    await database.schema
      .createIndex('directory_charges_by_day')
      .on('directory_charges')
      .columns([
        'merchant',
        'day',
        'status',
        'provider',
        'currency',
        'amount_given',
        'order_state',
        'is_last',
        'receipt',
        'tax',
        'buyer_id',
        'seen_on',
      ])
      .execute()
    for (const [name, condition] of Object.entries(found))
      await sql`create index ${sql.raw(name)} on directory_charges (merchant, day) where ${sql.raw(condition)}`.execute(database)
  },
}

/** Written exactly as in `lib/charges/server/found-charges.ts`: a database uses such an index only for the very condition. */
const found = {
  directory_charges_twice: 'receipt > 1',
  directory_charges_deferred: "status = 'deferred' and order_state = 'open'",
  directory_charges_failed: "kind = 'renewal' and order_state = 'lost' and is_last = 1",
}
