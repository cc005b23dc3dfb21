import 'server-only'
import type { Kysely, Migration } from 'kysely'

/**
 * For what is asked many times a second while events come in. Without them the newest events of a buyer were looked for among all events of the account, and
 * the next rows for the directory among all that wait: under a flood each look took longer than the one before.
 */
export const quickQueues: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database
    await schema.createIndex('events_of_buyer_newest').on('events').columns(['merchant', 'buyer_id', 'received_at']).execute()
    await schema.dropIndex('events_of_buyer').execute() // the new one begins with its columns
    await schema.createIndex('directory_pending_next').on('directory_pending').columns(['tries', 'id']).execute()
    await schema.createIndex('event_reads_next').on('event_reads').columns(['merchant', 'due_at']).execute()
    await schema.createIndex('approvals_waiting').on('approvals').columns(['merchant', 'state', 'buyer_id']).execute()
  },
}
