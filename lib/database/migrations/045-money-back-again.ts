import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** The index of migration 042 was for actions without the prefix that the service's have, so no event was ever in it. */
export const moneyBackAgain: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`drop index list_money_back`.execute(database)
    // Written exactly as in `lib/refunds/money-back.ts`: a database uses such an index only for the very condition.
    const condition =
      "action in ('subscription_event_refund', 'subscription_event_void', 'subscription_event_chargeback', 'subscription_manual_chargeback')"
    await sql`create index list_money_back on events (merchant, received_at, id) where ${sql.raw(condition)}`.execute(database)
  },
}
