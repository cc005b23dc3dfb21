import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '@/lib/server/database/open'
import { firstHash } from '@/lib/server/journal/chain'

const tables = [
  ...(['actions', 'targets', 'approvals', 'drafts', 'facts', 'known_versions', 'journal', 'throttles', 'recent_buyers'] as const),
]

/** Takes away what a seed before has left, so that each begins alike: no action, no fact, an empty journal. Accounts and sessions stay. */
export async function cleanSlate(database: Database, folders: readonly string[]): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await tx.updateTable('journal_head').set({ seq: 0, hash: firstHash, signature: '' }).where('id', '=', 1).execute()
    for (const table of tables) await tx.deleteFrom(table).execute()
  })
  for (const folder of folders) rmSync(join(folder, 'journal-checkpoints'), { force: true })
}
