import 'server-only'
import type { Kysely, Migration } from 'kysely'

/** What a help desk shows to get in, what it got for that, and which of both was used already. */
export const panelPasses: Migration = {
  async up(database: Kysely<unknown>) {
    let table = database.schema.createTable('panel_passes').addColumn('digest', 'text', (column) => column.primaryKey())
    for (const name of ['kind', 'desk', 'sealed', 'expires_at'])
      table = table.addColumn(name, 'text', (column) => column.notNull())
    for (const name of ['used_at', 'about', 'merchant', 'buyer_id']) table = table.addColumn(name, 'text')
    await table.execute()
    await database.schema.createIndex('panel_passes_over').on('panel_passes').columns(['expires_at']).execute()
  },
}
