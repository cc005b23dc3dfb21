import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { closeAbandoned, writeWaiting } from '@/lib/commands/server/recover'
import { database } from '@/lib/database/open'
import { claimCheckpoint } from '@/lib/journal/checkpoint-claims'
import { closeStreamFile } from '@/lib/journal/stream/send'
import { env } from '@/lib/platform/env'
import { log } from '@/lib/platform/log'
import { sendSpans } from '@/lib/platform/traces'
import { underWay } from '@/lib/platform/under-way'
import { closeServer } from './close-server'
import { stopJobs } from './start-jobs'

// Together less than the 20 s after which the process is promised to have ended.
const patienceMs = 14_000
const lastWordsMs = 2_000
const closingMs = 1_500
/** Behind a balancer: how long it may take to notice that this copy takes no more. */
const noticeMs = 2_000
const lookEveryMs = 20

/**
 * SIGTERM and SIGINT end the process in order: new requests are answered 503, what is under way is finished and its outcome written, what
 * has no outcome by then is left as unconfirmed, the database is closed, exit 0 within 20 s. The framework's own handler goes: it ends
 * with 143 as soon as the last connection is closed, when a command that outlived its answer may still wait for the service.
 */
export function stopOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => void stop(signal))
  }
}

async function stop(signal: string): Promise<void> {
  const state = underWay()
  if (state.isStopping) return
  state.isStopping = true
  log.info({ signal, answers: state.responses.size, work: state.work.size }, 'stopping')
  // A connection that is kept would be used for the next request.
  for (const response of state.responses) response.shouldKeepAlive = false
  const jobsStopped = stopJobs().catch((cause: unknown) => log.error({ err: cause }, 'jobs_not_stopped'))
  await Promise.all([quiet(patienceMs), env().TRUSTED_PROXIES.length > 0 ? wait(noticeMs) : null])
  for (const hurry of state.lastCalls) hurry()
  await quiet(lastWordsMs)
  await Promise.race([Promise.all([...state.servers].map(closeServer)), wait(closingMs)])
  await Promise.race([Promise.all([Promise.race([jobsStopped, wait(closingMs / 2)]).then(closed), sendSpans()]), wait(closingMs)])
  log.info({ answers: state.responses.size, work: state.work.size }, 'stopped')
  process.exit(0)
}

/** Resolves once nothing is under way, or the time is over. */
async function quiet(maxMs: number): Promise<void> {
  const { responses, work } = underWay()
  const until = performance.now() + maxMs
  while ((responses.size > 0 || work.size > 0) && performance.now() < until) await wait(lookEveryMs)
}

async function closed(): Promise<void> {
  try {
    await writeWaiting() // what only this process knows is lost with it
    await closeAbandoned({ mine: true })
    await claimCheckpoint()
    await closeStreamFile()
    await (await database()).destroy()
  } catch (cause) {
    log.error({ err: cause }, 'not_closed') // what is open is settled by another copy, or at the next start
  }
}
