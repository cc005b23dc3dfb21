import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Verdict } from '@/lib/core/verdict'
import type { Database } from '@/lib/database/open'
import { nameOf } from '@/lib/journal/checkpoint-claims'
import { lastCheckpoint } from '@/lib/journal/checkpoints'
import { firstHash } from '@/lib/journal/crypto'
import { verify } from '@/lib/journal/verify'

const tables = [
  ...([
    'actions',
    'action_ids',
    'targets',
    'approvals',
    'approval_rules',
    'drafts',
    'facts',
    'known_versions',
    'journal',
    'throttles',
  ] as const),
  ...(['recent_buyers', 'buyers_opened', 'refund_steps', 'refunds', 'refund_batches', 'guide_steps', 'guides'] as const),
  ...(['note_mentions', 'note_versions', 'promises', 'notes', 'quotes'] as const),
  ...(['events', 'event_addresses', 'event_reads', 'event_hours', 'event_gaps', 'journal_checkpoints'] as const),
  ...(['incident_rows', 'incident_work', 'incident_paces', 'incidents'] as const),
  ...(['alert_rules', 'alerts', 'job_failures'] as const),
]

/** Beside the database: checkpoints, and outcomes that couldn't be written, which a planted fault leaves for good. */
const isKept = (name: string) => /^journal-(checkpoints|pending)/.test(name)

/** Takes away what a seed before has left, so that each begins alike: no action, no fact, an empty journal. Accounts and sessions stay. */
export async function cleanSlate(database: Database, folders: readonly string[]): Promise<void> {
  for (const folder of folders) await claimed(database, folder)
  // The files first: a server that is just about to claim what is in them finds them gone.
  for (const folder of folders) for (const file of readdirSync(folder).filter(isKept)) rmSync(join(folder, file), { force: true })
  await database.transaction().execute(async (tx) => {
    await tx.updateTable('journal_head').set({ seq: 0, hash: firstHash, signature: '' }).where('id', '=', 1).execute()
    for (const table of tables) await tx.deleteFrom(table).execute()
    await tx.updateTable('accounts').set({ disabled_at: null }).execute()
    await renewSessions(tx)
  })
}

/** A copy rightly misses a checkpoint that it remembers of the seed before; what is on the disk is judged without its memory. */
export async function withoutMemory(said: Verdict, database: Database, folder: string): Promise<Verdict> {
  return !said.whole && said.checkpoints === true ? verify(database, folder) : said
}

/** Waits until the newest checkpoint of a folder is claimed, or a claim on its way would outlive what it is about; not for ever, for its copy may be down. */
async function claimed(database: Database, folder: string): Promise<void> {
  const claims = database.selectFrom('journal_checkpoints').select('seq').where('file', '=', nameOf(database, folder))
  for (const end = performance.now() + 3_000; performance.now() < end; await wait(20))
    if (((await claims.executeTakeFirst())?.seq ?? 0) >= (lastCheckpoint(folder)?.seq ?? 0)) return
}

/** A session may have been used by another clock, or by somebody who was disabled; none of that is over now. */
export async function renewSessions(database: Pick<Database, 'updateTable'>): Promise<void> {
  const now = new Date().toISOString()
  await database.updateTable('sessions').set({ created_at: now, seen_at: now, ended_at: null, ended_as: null }).execute()
}
