import 'server-only'
import { type Kysely, type Migration, sql } from 'kysely'
import { firstReasons as autochargeReasons } from '@/lib/operations/change-autocharge-status/rules'
import { firstReasons as endDateReasons } from '@/lib/operations/change-expiration-date/rules'

/** Keeps the first ready-made reasons where commands were sent, because reports would count reasons in other words separately. */
export const earlierReasons: Migration = {
  async up(database: Kysely<unknown>) {
    for (const { operation, presets } of [autochargeReasons, endDateReasons])
      await sql`insert into reason_presets (operation, presets)
        select ${operation}, ${JSON.stringify(presets)}
        where exists (select 1 from actions) and not exists (select 1 from reason_presets where operation = ${operation})`.execute(
        database,
      )
  },
}
