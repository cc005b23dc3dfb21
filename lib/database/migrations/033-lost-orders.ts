import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/**
 * What was asked for a lost order, on its last attempt, because that is what was lost: its last attempt may have asked for less. And a way to
 * the charges that an earlier version read, so that a page can say how many there are.
 */
export const lostOrders: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of ['asked', 'asked_currency'])
      await database.schema.alterTable('directory_charges').addColumn(column, 'text').execute()
    // Written exactly as in `lib/charges/server/charge-figures.ts`: a database uses such an index only for the very condition.
    await sql`create index directory_charges_lost on directory_charges (merchant, day, asked, asked_currency, amount_given, currency)
      where order_state = 'lost' and is_last = 1 and told_by = 'read'`.execute(database)
    await sql`create index directory_charges_unstated on directory_charges (merchant, buyer_id)
      where order_state is null and told_by = 'read'`.execute(database)
  },
}
