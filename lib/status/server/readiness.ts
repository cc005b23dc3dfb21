import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { database, isServed } from '@/lib/database/open'
import { countLock, runBeside } from '@/lib/database/patience'
import { journalFault } from '@/lib/journal/checkpoint-claims'
import { log } from '@/lib/platform/log'
import { singleton } from '@/lib/platform/singleton'
import { isStopping } from '@/lib/platform/under-way'
import { warmedUp } from '@/lib/platform/warm-up'

// Who asks gives up after two seconds.
const patienceMs = 1_400
const warmUpMs = 500

/**
 * Ready while the database answers, a command's intent could be written and the process is not about to end; the service is not asked,
 * for its bad day must not take the dashboard down. A process that has just started is ready once it has drawn a page.
 * A journal that cannot be relied on is told beside: people read on, and only what would be written is refused.
 */
export async function readiness(): Promise<Response> {
  const headers = { 'cache-control': 'no-store' }
  const notReady = (reason: string) => Response.json({ status: 'not ready', reason }, { status: 503, headers })
  if (isStopping()) return notReady('Shutting down.')
  const isWarm = Promise.race([warmedUp().then(() => true), wait(warmUpMs, false, { ref: false })])
  if (!(await isWarm)) return notReady('Starting.')
  const late: Look = { problem: 'The database didn’t answer in time.' }
  const look = await Promise.race([lookedAt(), wait(patienceMs, late, { ref: false })])
  if (look.problem !== null) return notReady(look.problem)
  return Response.json({ status: 'ready', journal: { ready: look.fault === null, reason: look.fault } }, { headers })
}

/** What is wrong with the database; where nothing is, what is with the journal. */
type Look = { problem: string } | { problem: null; fault: string | null }

/** While one look goes on, whoever asks waits for that one: a database that hangs is not asked by many. */
function lookedAt(): Promise<Look> {
  const looking = singleton('readiness', () => ({ look: null as Promise<Look> | null }))
  looking.look ??= look().finally(() => {
    looking.look = null
  })
  return looking.look
}

async function look(): Promise<Look> {
  try {
    const store = await database()
    await runBeside(() =>
      store.transaction().execute(async (tx) => {
        // The embedded database's lock is taken with the transaction; a server's are on the tables that an intent is written to.
        if (isServed(store)) await sql`lock table actions, targets, journal, journal_head in row exclusive mode`.execute(tx)
        else await sql`select 1`.execute(tx)
      }),
    )
    return { problem: null, fault: await journalFault(store) }
  } catch (cause) {
    countLock(cause)
    log.error({ err: cause }, 'not_ready')
    return { problem: 'The database isn’t responding, or refuses writes.' }
  }
}
