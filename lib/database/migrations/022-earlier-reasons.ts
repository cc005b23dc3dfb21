import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'

/** The ready-made reasons whose wording has changed since. */
const earlier = {
  changeAutochargeStatus: ['Asked by the buyer', 'Too expensive', 'Not used', 'Bought twice', 'Other'],
  changeExpirationDate: ['Goodwill', 'Outage', 'Bought twice', 'Agreed with the buyer', 'Other'],
}

/** Reasons go to the service as they are, so a desk that has acted keeps the ones it used: its reports would count them apart. */
export const earlierReasons: Migration = {
  async up(database: Kysely<unknown>) {
    for (const [operation, reasons] of Object.entries(earlier))
      await sql`insert into reason_presets (operation, presets)
        select ${operation}, ${JSON.stringify(reasons)}
        where exists (select 1 from actions) and not exists (select 1 from reason_presets where operation = ${operation})`.execute(
        database,
      )
  },
}
