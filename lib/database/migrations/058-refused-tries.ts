import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** How many of a delivery's tries the receiver refused, which is another thing than that it didn't answer. */
export const refusedTries: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('hook_deliveries')
      .addColumn('refused', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
