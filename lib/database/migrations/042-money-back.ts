import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** The events that tell of money that went back, for the list of them and for the buyers whose refunds are asked for. */
export const moneyBack: Migration = {
  async up(database: Kysely<unknown>) {
    const condition = "action in ('event_refund', 'event_void', 'event_chargeback', 'manual_chargeback')"
    await sql`create index list_money_back on events (merchant, received_at, id) where ${sql.raw(condition)}`.execute(database)
  },
}
