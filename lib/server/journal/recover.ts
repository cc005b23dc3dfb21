import 'server-only'
import { operations } from '@/lib/operations'
import type { Operation } from '@/lib/operations/operation'
import { problem } from '@/lib/problem'
import { database } from '../database/open'
import { env } from '../env'
import { log } from '../log'
import { writeCheckpoint } from './checkpoints'
import { settle } from './outcome'
import { mayBeAlive, processName } from './process-name'
import { catchUp } from './spill'

const everyMs = 60_000
const graceMs = 15_000

/** At boot and every minute: outcomes that wait are written, and rows that nobody can answer any more become unconfirmed. Nothing is sent. */
export async function keepJournal(): Promise<void> {
  await tidy()
  setInterval(() => void tidy().catch((cause: unknown) => log.error({ err: cause }, 'journal_not_tidied')), everyMs).unref()
}

async function tidy(): Promise<void> {
  await catchUp()
  await closeAbandoned()
  await writeCheckpoint()
}

/** Rows left open by a process that ended, or older than a socket can live; with `mine` those of this process too, which is about to end. */
export async function closeAbandoned({ now = Date.now(), mine = false } = {}): Promise<number> {
  const store = await database()
  const open = await store.selectFrom('actions').selectAll().where('state', '=', 'sent').execute()
  const abandoned = open.filter(
    ({ process, created_at }) =>
      (mine && process === processName()) ||
      !mayBeAlive(process) ||
      now - Date.parse(created_at) > env().SERVICE_WRITE_LIMIT_MS + graceMs,
  )
  for (const action of abandoned) {
    const operation = (operations as Record<string, Operation>)[action.operation]
    const { problem: told } = problem('unconfirmed', 'The dashboard was stopped before it read the answer.', {
      code: 'process_ended',
      actionId: action.action_id,
    })
    if (operation)
      await settle(action, operation, null, { state: 'unconfirmed', status: told.status, body: told, code: told.code })
    log.warn({ actionId: action.action_id }, 'abandoned_action_unconfirmed')
  }
  return abandoned.length
}
