import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** Since when what is known is what it is: what was set and set back looks as it did before, unless it's known that it was something else meanwhile. */
export const factsSince: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('facts').addColumn('since', 'text').execute()
    await schema.alterTable('facts').addColumn('told', 'text').execute()
  },
}
